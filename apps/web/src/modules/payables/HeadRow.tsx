import type { Payable } from '@pianzhang/contract/payables'
import { IconChevronDown } from '../../ui/icons.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import type { GroupHead } from '../../ui/table/groups.ts'
import type { PayableHead } from './groups.ts'
import styles from './heads.module.css'

// As the heads of ui/table/GroupHead.tsx, and red where the group is overdue.

const toneOf = (head: GroupHead): string => ((head as PayableHead).overdue ? (styles.overdue ?? '') : '')

const Toggle = ({ head: { label, note, open, onToggle } }: { head: GroupHead }) => (
  <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
    <IconChevronDown size={14} />
    <b>{label}</b>
    <span className="num">{note}</span>
  </button>
)

export const headRow = (
  head: GroupHead,
  columns: readonly DataColumn<Payable>[],
  selectable: boolean,
  rowIndex?: number,
) => {
  const at = columns.findIndex(({ key }) => key in head.amounts)
  const named = at === -1 ? columns.length : at
  return (
    <tr key={head.key} className={`${styles.row} ${toneOf(head)}`} aria-rowindex={rowIndex}>
      <td colSpan={named + (selectable ? 1 : 0)}>
        <span className={styles.sticks}>
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

export const headCard = (head: GroupHead) => (
  <li key={head.key} className={`${styles.card} ${toneOf(head)}`}>
    <Toggle head={head} />
    <MoneyText amount={head.amounts.rest} strong />
  </li>
)
