import type { CSSProperties, ReactNode } from 'react'
import { MoneyText } from '../MoneyText.tsx'
import styles from './DataTable.module.css'
import { CHECKBOX, leastWidth } from './frozen.ts'
import { cellClass } from './TableHead.tsx'

export interface Sum {
  /** Whether the sum is of the rows shown or of all that match. */
  of: 'page' | 'all'
  /** 本页合计, 筛选合计 */
  label: string
  /** 20 条 */
  note: string
  /** Amounts in yuan by column key. */
  amounts: Readonly<Record<string, string>>
  /** 人民币大写, behind the last amount */
  words?: string
}

interface Column {
  key: string
  fixed?: 'start' | 'end'
  width?: number
  least?: number
}

const WordsText = ({ text, room }: { text: string | undefined; room: number }) =>
  text && (
    <span className={`muted ${styles.words}`} style={{ maxWidth: room }}>
      <span>{text}</span>
    </span>
  )

/** Whether an amount is a trillion yuan or more. */
const isLong = (amount = '') => amount.length > 15

/** The first column names the sum, the next one gives the count, and each amount is in its own column. */
export function SumRows({
  sums,
  columns,
  frozen,
  selectable,
  frame,
  rowIndex,
}: {
  sums: readonly Sum[]
  columns: readonly Column[]
  /** `frozenStyles` of the columns. */
  frozen: Readonly<Record<string, CSSProperties>>
  /** Whether a column of checkboxes comes first. */
  selectable: boolean
  /** Pixels of the table that are in sight. */
  frame: number
  /** `aria-rowindex` of the first sum row, where not all rows of the table are drawn. */
  rowIndex?: number | undefined
}) {
  const at = columns.findLastIndex(({ key }) => sums.some(({ amounts }) => key in amounts))
  // Capitals span all columns behind the last amount, the frozen ones too, which have no sums.
  const span = columns.length - (at + 1)
  const start = selectable ? CHECKBOX : 0
  const stays = { insetInlineStart: start }
  // A single amount stays beside the name; several would lie over each other.
  const single = new Set(sums.flatMap(({ amounts }) => Object.keys(amounts))).size === 1
  const beside = { insetInlineStart: start + leastWidth(columns[0] ?? {}) }
  // Between the last amount and the edge of the frame, without the paddings of the cell.
  const room = Math.max(
    0,
    frame - 24 - columns.slice(0, at + 1).reduce((sum, one) => sum + leastWidth(one), start),
  )
  const cell = (sum: Sum, key: string, index: number): ReactNode => {
    const amount = sum.amounts[key]
    if (amount !== undefined) return <MoneyText amount={amount} strong />
    if (index === 0) return <span className={styles.sumLabel}>{sum.label}</span>
    if (index === 1) return <span className="num muted">{sum.note}</span>
    if (index === at + 1 && at >= 0) return <WordsText text={sum.words} room={room} />
    return null
  }
  return sums.map((sum, index) => (
    <tr key={sum.label} aria-rowindex={rowIndex && rowIndex + index}>
      {selectable && <td className={styles.fixStart} />}
      {columns.map((column, index) => {
        const spans = sum.words !== undefined && at >= 0 && index === at + 1
        if (sum.words !== undefined && at >= 0 && index > at + 1) return null
        return (
          <td
            key={column.key}
            colSpan={spans ? span : undefined}
            className={
              column.key in sum.amounts
                ? `${styles.right} ${styles.sumAmount} ${single && index > 0 ? styles.sumSticks : ''} ${isLong(sum.amounts[column.key]) ? styles.longSum : ''}`
                : spans
                  ? undefined
                  : index === 0
                    ? styles.sumName
                    : cellClass(column)
            }
            style={
              spans
                ? undefined
                : index === 0
                  ? stays
                  : single && column.key in sum.amounts
                    ? beside
                    : frozen[column.key]
            }
            title={spans ? sum.words : undefined}
          >
            {column.fixed === 'end' && !spans ? null : cell(sum, column.key, index)}
          </td>
        )
      })}
    </tr>
  ))
}
