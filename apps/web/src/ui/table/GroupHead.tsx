import { IconChevronDown } from '../icons.tsx'
import { MoneyText } from '../MoneyText.tsx'
import type { DataColumn } from './column.ts'
import styles from './GroupHead.module.css'
import type { GroupHead } from './groups.ts'

interface RowProps<R> {
  head: GroupHead
  columns: readonly DataColumn<R>[]
  /** Whether a column of checkboxes comes first. */
  selectable: boolean
  /** `aria-rowindex`, where not all rows are drawn. */
  rowIndex: number | undefined
}

const toneOf = ({ urgent }: GroupHead): string => (urgent ? (styles.urgent ?? '') : '')

/** A group's head in a table. Its name takes the columns before the first amount. */
function GroupRow<R>({ head, columns, selectable, rowIndex }: RowProps<R>) {
  const amount = columns.findIndex(({ key }) => key in head.amounts)
  const named = amount === -1 ? columns.length : amount
  return (
    <tr className={`${styles.row} ${toneOf(head)}`} aria-rowindex={rowIndex}>
      <td colSpan={named + (selectable ? 1 : 0)}>
        <span
          className={styles.sticks}
          style={{ paddingInlineStart: (selectable ? 28 : 0) + head.level * 20 }}
        >
          <Toggle head={head} />
        </span>
      </td>
      {columns.slice(named).map(({ key }) => (
        <td key={key} className={styles.amount}>
          {key in head.amounts && <MoneyText amount={head.amounts[key]} strong />}
        </td>
      ))}
    </tr>
  )
}

/** A group's head above cards. */
const GroupCard = ({ head }: { head: GroupHead }) => (
  <li
    className={`${styles.card} ${toneOf(head)}`}
    style={{ paddingInlineStart: `calc(var(--gutter) + ${head.level * 16}px)` }}
  >
    <Toggle head={head} />
    {Object.entries(head.amounts).map(([key, amount]) => (
      <MoneyText key={key} amount={amount} strong />
    ))}
  </li>
)

const Toggle = ({ head: { label, note, open, onToggle } }: { head: GroupHead }) => (
  <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
    <IconChevronDown size={14} />
    <b>{label}</b>
    <span className="num">{note}</span>
  </button>
)

/** The heads of a list's groups, in the table and on phones. */
export const groupHeads = {
  row: <R,>(head: GroupHead, columns: readonly DataColumn<R>[], selectable: boolean, rowIndex?: number) => (
    <GroupRow key={head.key} head={head} columns={columns} selectable={selectable} rowIndex={rowIndex} />
  ),
  card: (head: GroupHead) => <GroupCard key={head.key} head={head} />,
}
