import { Tick } from '../fields/Tick.tsx'
import { IconChevronDown } from '../icons.tsx'
import { MoneyText } from '../MoneyText.tsx'
import type { DataColumn } from './column.ts'
import { frozenStyles } from './frozen.ts'
import styles from './GroupHead.module.css'
import type { GroupHead } from './groups.ts'
import { cellClass } from './TableHead.tsx'

interface RowProps<R> {
  head: GroupHead
  columns: readonly DataColumn<R>[]
  /** Whether a column of checkboxes comes first. */
  selectable: boolean
  /** `aria-rowindex`, where not all rows are drawn. */
  rowIndex: number | undefined
}

const toneOf = ({ urgent }: GroupHead): string => (urgent === true ? (styles.urgent ?? '') : '')
const isRed = ({ urgent }: GroupHead, key: string): boolean => Array.isArray(urgent) && urgent.includes(key)

/** A group's head in a table. Its name takes the columns before the first amount; the frozen actions cover amounts that scroll below them. */
function GroupRow<R>({ head, columns, selectable, rowIndex }: RowProps<R>) {
  const { select, action } = head
  const first = columns.findIndex(({ key, fixed }) => key in head.amounts || fixed === 'end')
  const named = first === -1 ? columns.length : first
  const ticked = selectable && select !== undefined
  const frozen = frozenStyles(columns, selectable)
  return (
    <tr className={`${styles.row} ${toneOf(head)}`} aria-rowindex={rowIndex}>
      {ticked && (
        <td className={styles.tick}>
          <Tick
            aria-label={`选择 ${head.label} 的全部`}
            checked={select.state === 'all'}
            indeterminate={select.state === 'some'}
            onChange={({ target }) => select.onChange(target.checked)}
          />
        </td>
      )}
      <td colSpan={named + (selectable && !ticked ? 1 : 0)}>
        <span
          className={styles.sticks}
          style={{ paddingInlineStart: (selectable && !ticked ? 28 : 0) + head.level * 20 }}
        >
          <Toggle head={head} />
        </span>
      </td>
      {columns.slice(named).map((column) => {
        const { key } = column
        return column.fixed === 'end' ? (
          <td key={key} className={cellClass(column)} style={frozen[key]}>
            {action}
          </td>
        ) : (
          <td key={key} className={`${styles.amount} ${isRed(head, key) ? styles.red : ''}`}>
            {key in head.amounts && <MoneyText amount={head.amounts[key]} strong />}
          </td>
        )
      })}
    </tr>
  )
}

/** A group's head above cards, with the last of its amounts, which is their sum where there are several. */
const GroupCard = ({ head }: { head: GroupHead }) => {
  const amount = Object.values(head.amounts).at(-1)
  return (
    <li
      className={`${styles.card} ${toneOf(head)}`}
      style={{ paddingInlineStart: `calc(var(--gutter) + ${head.level * 16}px)` }}
    >
      <Toggle head={head} />
      {amount !== undefined && <MoneyText amount={amount} strong />}
      {head.action && <div className={styles.action}>{head.action}</div>}
    </li>
  )
}

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
