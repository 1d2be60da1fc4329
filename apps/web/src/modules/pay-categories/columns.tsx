import type { PayCategory } from '@pianzhang/contract/pay-categories'
import type { DataColumn } from '../../ui/list/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/list/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import styles from './pay-categories.module.css'

interface Props {
  onEdit: (row: PayCategory) => void
  onDelete: (row: PayCategory) => void
}

export const actionsOf = (row: PayCategory, { onEdit, onDelete }: Props): RowAction[] => [
  ...(row.can.write ? [{ label: '修改', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

/** `actions`: whether there are any for this person. */
export const payCategoryColumns = (on: Props, actions: boolean): DataColumn<PayCategory>[] => [
  {
    key: 'name',
    title: '类型名称',
    fixed: 'start',
    render: (row) => (
      <span className={styles.name} title={row.name}>
        {row.name}
      </span>
    ),
  },
  {
    key: 'updated_at',
    title: '更新时间',
    width: 200,
    render: (row) => <span className="num">{formatMinute(row.updated_at)}</span>,
  },
  ...(actions
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 132,
          fixed: 'end' as const,
          render: (row: PayCategory) => <RowActions of={row.name} actions={actionsOf(row, on)} />,
        },
      ]
    : []),
]
