import type { Imprest } from '@pianzhang/contract/imprests'
import { Button } from 'antd'
import { IconEdit } from '../../../ui/icons.tsx'
import { DetailDialog } from '../../../ui/page/DetailDialog.tsx'
import { ImprestFacts } from './ImprestFacts.tsx'

interface Props {
  row: Imprest
  onClose: () => void
  onEdit: () => void
}

/** 备用金明细详情, read-only. */
export default function ImprestDetail({ row, onClose, onEdit }: Props) {
  return (
    <DetailDialog
      title={
        <>
          备用金明细详情 <span className="num">{row.code}</span>
        </>
      }
      width={720}
      onClose={onClose}
      actions={
        row.can.write && (
          <Button icon={<IconEdit size={14} />} onClick={onEdit}>
            编辑
          </Button>
        )
      }
    >
      <ImprestFacts imprest={row} />
    </DetailDialog>
  )
}
