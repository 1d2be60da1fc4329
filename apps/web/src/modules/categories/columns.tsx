import type { Category } from '@pianzhang/contract/categories'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import styles from './categories.module.css'

interface Props {
  onEdit: (row: Category) => void
  onDelete: (row: Category) => void
}

export const actionsOf = (row: Category, { onEdit, onDelete }: Props): RowAction[] => [
  ...(row.can.write ? [{ label: '修改', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

const { number } = cells<Category>()

/** `actions`: whether there are any for this person. */
export const categoryColumns = (on: Props, actions: boolean): DataColumn<Category>[] => [
  {
    key: 'name',
    title: '类型名称',
    fixed: 'start',
    text: (row) => row.name,
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
    ...number((row) => formatMinute(row.updated_at)),
  },
  ...(actions
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 132,
          fixed: 'end' as const,
          render: (row: Category) => <RowActions of={row.name} actions={actionsOf(row, on)} />,
        },
      ]
    : []),
]
