import type { ReactNode } from 'react'
import figures from '../../ui/chart/figures/FigureTable.module.css'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { MiniTable, MoneyCell } from '../../ui/table/MiniTable.tsx'
import type { BookedRecord } from './booked.ts'

interface Props {
  /** Accessible name. */
  label: string
  /** Title of the first column: 付款编号. */
  number: string
  items: readonly BookedRecord[]
  /** The record's number as a link to it. */
  link: (code: string) => ReactNode
  /** The last row. `span`: columns before the amount. */
  total: (span: number) => ReactNode
  /** Class of the box in which it scrolls. */
  box?: string
}

/**
 * The last records booked on a subject. Phones have no room for four columns and omit the day of payment: the number
 * contains the day as first entered, and links to the record.
 */
export function BookedTable({ label, number, items, link, total, box }: Props) {
  const narrow = useMedia(CARDS)
  return (
    <MiniTable
      label={label}
      titles={narrow ? [`${number}、付款方`] : [number, '付款时间', '付款方']}
      ends={['付款金额（元）']}
      className={figures.table}
      box={box}
      foot={total(narrow ? 1 : 3)}
    >
      {items.map(({ code, day, payer, amount }) => (
        <tr key={code}>
          <td>
            {link(code)}
            {narrow && <div className={figures.below}>{payer}</div>}
          </td>
          {!narrow && <td className="num">{day}</td>}
          {!narrow && (
            <td className={figures.text} title={payer}>
              {payer}
            </td>
          )}
          <MoneyCell amount={amount} />
        </tr>
      ))}
    </MiniTable>
  )
}
