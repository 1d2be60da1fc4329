import type { Receipt } from '@pianzhang/contract/investment-executions'
import { Button } from 'antd'
import { IconEdit } from '../../ui/icons.tsx'
import { DetailDialog } from '../../ui/page/DetailDialog.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'

interface Props {
  row: Receipt
  onClose: () => void
  onEdit: () => void
}

/** 收款详情, opened by a card: on a phone a long description has no room in the list. */
export default function ReceiptDetail({ row, onClose, onEdit }: Props) {
  return (
    <DetailDialog
      title="收款详情"
      width={560}
      onClose={onClose}
      actions={
        row.can.write && (
          <Button icon={<IconEdit size={14} />} onClick={onEdit}>
            编辑
          </Button>
        )
      }
    >
      <ReceiptFacts receipt={row} />
    </DetailDialog>
  )
}
