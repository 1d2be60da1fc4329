import type { SubjectNode } from '@pianzhang/contract/subjects'
import { Expander } from '../../ui/Expander.tsx'
import { CardActions } from '../../ui/RowActions.tsx'
import { actionsOf } from './columns.tsx'
import styles from './subjects.module.css'
import { labelOf } from './tree.ts'

interface Props {
  rows: readonly SubjectNode[]
  expanded: ReadonlySet<string>
  onExpand: (code: string) => void
  onDelete: (row: SubjectNode) => void
  /** No trees but single rows, each with the names above it. */
  flat: boolean
  pathOf: (row: SubjectNode) => string
}

/** The tree for a thumb: what is below a row opens under it, set in by its level. */
export function Cards({ rows, ...rest }: Props) {
  return rows.map((row) => <Card key={row.code} row={row} {...rest} />)
}

function Card({ row, ...rest }: Omit<Props, 'rows'> & { row: SubjectNode }) {
  const { expanded, onExpand, onDelete, flat, pathOf } = rest
  const open = expanded.has(row.code)
  const children = row.children ?? []
  const path = pathOf(row)
  return (
    <>
      <li
        className={styles.card}
        data-row-key={row.code}
        style={{ '--depth': flat ? 0 : row.category } as React.CSSProperties}
      >
        {!flat && (
          <Expander
            open={open}
            leaf={children.length === 0}
            label={labelOf(row)}
            onClick={() => onExpand(row.code)}
          />
        )}
        <span className={styles.main}>
          <span className={row.category === 0 ? styles.top : undefined}>{row.name}</span>
          <span className={`num ${styles.meta}`}>
            {row.out_code}
            <span>{row.category_i18n}</span>
            {path && <span className={styles.above}>{path}</span>}
          </span>
        </span>
        <CardActions of={labelOf(row)} actions={actionsOf(row, onDelete)} />
      </li>
      {open && children.map((child) => <Card key={child.code} row={child} {...rest} />)}
    </>
  )
}
