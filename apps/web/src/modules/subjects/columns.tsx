import type { SubjectNode } from '@pianzhang/contract/subjects'
import { useContext } from 'react'
import { count } from '../../ui/count.ts'
import { CardTick } from '../../ui/list/cards/cardTick.ts'
import { TickLabel } from '../../ui/list/cards/TickLabel.tsx'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import { CardActions, type RowAction } from '../../ui/table/columns/RowActions.tsx'
import { Expander } from '../../ui/table/Expander.tsx'
import { subjects, subjectsChanged } from './api.ts'
import styles from './subjects.module.css'
import { labelOf } from './tree.ts'

/** Up to this many subjects are named in the confirmation; above it only their count is shown. */
const NAMED = 3

export const REMOVAL: Removal<SubjectNode> = {
  nameOne: labelOf,
  nameMany: (rows) => {
    const names = rows.slice(0, NAMED).map(labelOf).join('、')
    return `共 ${count(rows.length)} 条：${names}${rows.length > NAMED ? ' 等' : ''}`
  },
  ...subjects,
  changed: subjectsChanged,
}

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
          <span className={row.category === 0 ? 'strong' : undefined}>{row.name}</span>
          {path && <span className={styles.path}>{path}</span>}
        </span>
      )
    },
  },
  textColumn('category', '科目级别', (row) => row.category_i18n, { width: 160 }),
  ...(onDelete ? [actionsColumn(96, labelOf, (row: SubjectNode) => actionsOf(row, onDelete))] : []),
]

interface CardProps {
  row: SubjectNode
  /** Flat list: no indent and no expander. */
  flat: boolean
  path: string
  /** Whether its children are shown. */
  open: boolean
  onExpand: (code: string) => void
  onDelete: (row: SubjectNode) => void
}

/** A row of the tree on phones, indented by its level. */
export const Card = ({ row, flat, path, open, onExpand, onDelete }: CardProps) => {
  const tick = useContext(CardTick)
  const main = (
    <span className={styles.main}>
      <span className={row.category === 0 ? 'strong' : undefined}>{row.name}</span>
      <span className={`num ${styles.meta}`}>
        {row.out_code}
        <span>{row.category_i18n}</span>
        {path && <span className={styles.above}>{path}</span>}
      </span>
    </span>
  )
  return (
    <li
      className={`${styles.card} ${tick?.selected ? styles.selected : ''}`}
      data-row-key={row.code}
      style={{ '--depth': flat ? 0 : row.category } as React.CSSProperties}
    >
      {!flat && (
        <Expander
          open={open}
          leaf={(row.children ?? []).length === 0}
          label={labelOf(row)}
          onClick={() => onExpand(row.code)}
        />
      )}
      {tick ? (
        <TickLabel of={labelOf(row)} tick={tick} className={styles.ticked}>
          {main}
        </TickLabel>
      ) : (
        <>
          {main}
          <CardActions of={labelOf(row)} actions={actionsOf(row, onDelete)} />
        </>
      )}
    </li>
  )
}
