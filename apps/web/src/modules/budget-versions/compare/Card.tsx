import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Expander } from '../../../ui/table/Expander.tsx'
import { Difference, nameOf } from './columns.tsx'
import styles from './compare.module.css'
import type { CompareRow } from './tree.ts'

interface Props {
  row: CompareRow
  open: boolean
  onToggle: () => void
}

/** A subject of the comparison on phones. */
export const Card = ({ row, open, onToggle }: Props) => (
  <li className={styles.card} data-row-key={row.code} style={{ '--depth': row.level } as React.CSSProperties}>
    <Expander open={open} leaf={row.children.length === 0} label={nameOf(row)} onClick={onToggle} />
    <div>
      <p>
        <span className={row.level === 0 ? styles.strong : undefined}>{nameOf(row)}</span>
        <Difference amount={row.difference_yuan} />
      </p>
      <p className={styles.meta}>
        <MoneyText amount={row.a_yuan} tip={false} />
        <span aria-hidden="true">→</span>
        <MoneyText amount={row.b_yuan} tip={false} />
      </p>
    </div>
  </li>
)
