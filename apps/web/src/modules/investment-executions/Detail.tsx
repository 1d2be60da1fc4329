import type { Receipt } from '@pianzhang/contract/investment-executions'
import { Button, Modal } from 'antd'
import { IconEdit } from '../../ui/icons.tsx'
import { useLayer } from '../../ui/layers.ts'
import { ReceiptFacts } from './ReceiptFacts.tsx'

interface Props {
  row: Receipt
  onClose: () => void
  onEdit: () => void
}

/** 收款详情, opened by a card: on a phone a long description has no room in the list. */
export default function ReceiptDetail({ row, onClose, onEdit }: Props) {
  useLayer(onClose)
  return (
    <Modal
      open
      centered
      width={560}
      title="收款详情"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {row.can.write && (
            <Button icon={<IconEdit size={14} />} onClick={onEdit}>
              编辑
            </Button>
          )}
        </>
      }
    >
      <ReceiptFacts receipt={row} />
    </Modal>
  )
}
