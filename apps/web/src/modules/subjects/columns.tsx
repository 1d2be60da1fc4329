import type { SubjectNode } from '@pianzhang/contract/subjects'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import styles from './subjects.module.css'
import { labelOf } from './tree.ts'

export const actionsOf = (row: SubjectNode, onDelete: (row: SubjectNode) => void): RowAction[] =>
  row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []

interface Props {
  /** Undefined without permission to delete; the column of actions is then left out. */
  onDelete: ((row: SubjectNode) => void) | undefined
  /** Names of the ancestors of a row, for the flat list. */
  pathOf: (row: SubjectNode) => string
}

export const subjectColumns = ({ onDelete, pathOf }: Props): DataColumn<SubjectNode>[] => [
  {
    key: 'out_code',
    title: '科目编号',
    width: 216,
    fixed: 'start',
    render: (row) => <span className="num">{row.out_code}</span>,
  },
  {
    key: 'name',
    title: '科目名称',
    render: (row) => {
      const path = pathOf(row)
      return (
        <span title={path ? `${path} / ${row.name}` : row.name}>
          <span className={row.category === 0 ? styles.top : undefined}>{row.name}</span>
          {path && <span className={styles.path}>{path}</span>}
        </span>
      )
    },
  },
  { key: 'category', title: '科目级别', width: 160, render: (row) => row.category_i18n },
  ...(onDelete
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 96,
          fixed: 'end' as const,
          render: (row: SubjectNode) => <RowActions of={labelOf(row)} actions={actionsOf(row, onDelete)} />,
        },
      ]
    : []),
]
