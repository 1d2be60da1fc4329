import type { SubjectNode } from '@pianzhang/contract/subjects'
import { useContext } from 'react'
import { CardTick } from '../../ui/list/cards/cardTick.ts'
import { TickLabel } from '../../ui/list/cards/TickLabel.tsx'
import { CardActions } from '../../ui/table/columns/RowActions.tsx'
import { Expander } from '../../ui/table/Expander.tsx'
import { actionsOf } from './columns.tsx'
import styles from './subjects.module.css'
import { labelOf } from './tree.ts'

interface Props {
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
export const Card = ({ row, flat, path, open, onExpand, onDelete }: Props) => {
  const tick = useContext(CardTick)
  const main = (
    <span className={styles.main}>
      <span className={row.category === 0 ? styles.top : undefined}>{row.name}</span>
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
