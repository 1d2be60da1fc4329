import { Button } from 'antd'
import type { ReactNode } from 'react'
import { IconCopy, IconEdit } from '../../icons.tsx'
import { DetailDialog } from './DetailDialog.tsx'

/** Props that a list passes to the details of a record. */
export interface DetailProps<R> {
  row: R
  onClose: () => void
  onEdit: () => void
  /** Undefined: the person may not add records. */
  onCopy?: (() => void) | undefined
}

interface Props extends DetailProps<{ can: { write: boolean } }> {
  title: ReactNode
  width: number
  children: ReactNode
}

/** The details of a record that the list has loaded completely, with 复制 and 编辑 where they are allowed. */
export const RecordDetail = ({ row, onEdit, onCopy, ...dialog }: Props) => (
  <DetailDialog {...dialog} actions={<DetailActions onCopy={onCopy} onEdit={row.can.write && onEdit} />} />
)

/** The buttons of a record's details. */
export const DetailActions = ({
  onCopy,
  onEdit,
}: {
  onCopy: (() => void) | undefined
  onEdit: (() => void) | false
}) => (
  <>
    {onCopy && (
      <Button icon={<IconCopy size={14} />} onClick={onCopy}>
        复制
      </Button>
    )}
    {onEdit && (
      <Button icon={<IconEdit size={14} />} onClick={onEdit}>
        编辑
      </Button>
    )}
  </>
)
