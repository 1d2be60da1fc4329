import type { SubjectNode } from '@pianzhang/contract/subjects'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import styles from './subjects.module.css'
import { labelOf } from './tree.ts'

export const actionsOf = (row: SubjectNode, onDelete: (row: SubjectNode) => void): RowAction[] =>
  row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []

interface Props {
  /** Undefined without permission to delete; the column of actions is then left out. */
  onDelete: ((row: SubjectNode) => void) | undefined
  /** Names of the ancestors of a row, for the flat list. */
  pathOf: (row: SubjectNode) => string
  flat: boolean
}

/** Indent of a level on paper, where ordinary spaces at the beginning are dropped. */
const INDENT = '\u3000'

export const subjectColumns = ({ onDelete, pathOf, flat }: Props): DataColumn<SubjectNode>[] => [
  numberColumn('out_code', '科目编号', (row) => row.out_code, { width: 216, fixed: 'start' }),
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
  textColumn('category', '科目级别', (row) => row.category_i18n, { width: 160 }),
  ...(onDelete ? [actionsColumn(96, labelOf, (row: SubjectNode) => actionsOf(row, onDelete))] : []),
]
