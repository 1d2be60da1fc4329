import { Button } from 'antd'
import type { ReactNode } from 'react'
import { IconEdit } from '../../icons.tsx'
import { DetailDialog } from './DetailDialog.tsx'

/** Props that a list passes to the details of a record. */
export interface DetailProps<R> {
  row: R
  onClose: () => void
  onEdit: () => void
}

interface Props extends DetailProps<{ can: { write: boolean } }> {
  title: ReactNode
  width: number
  children: ReactNode
}

/** The details of a record that the list has loaded completely, with 编辑 where that is allowed. */
export const RecordDetail = ({ row, onEdit, ...dialog }: Props) => (
  <DetailDialog
    {...dialog}
    actions={
      row.can.write && (
        <Button icon={<IconEdit size={14} />} onClick={onEdit}>
          编辑
        </Button>
      )
    }
  />
)
