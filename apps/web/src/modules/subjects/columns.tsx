import type { SubjectNode } from '@pianzhang/contract/subjects'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import styles from './subjects.module.css'
import { labelOf } from './tree.ts'

export const actionsOf = (row: SubjectNode, onDelete: (row: SubjectNode) => void): RowAction[] =>
  row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []

const { text, number } = cells<SubjectNode>()

interface Props {
  /** Undefined without permission to delete; the column of actions is then left out. */
  onDelete: ((row: SubjectNode) => void) | undefined
  /** Names of the ancestors of a row, for the flat list. */
  pathOf: (row: SubjectNode) => string
  flat: boolean
}

/** On paper, where ordinary spaces at the beginning are dropped. */
const INDENT = '\u3000'

export const subjectColumns = ({ onDelete, pathOf, flat }: Props): DataColumn<SubjectNode>[] => [
  {
    key: 'out_code',
    title: '科目编号',
    width: 216,
    fixed: 'start',
    ...number((row) => row.out_code),
  },
  {
    key: 'name',
    title: '科目名称',
    // The flat list has the path instead of the indent.
    text: (row) =>
      pathOf(row) ? `${pathOf(row)} / ${row.name}` : INDENT.repeat(flat ? 0 : row.category) + row.name,
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
  { key: 'category', title: '科目级别', width: 160, ...text((row) => row.category_i18n) },
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
