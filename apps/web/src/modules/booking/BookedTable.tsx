import type { ReactNode } from 'react'
import figures from '../../ui/chart/figures/FigureTable.module.css'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
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
}

/**
 * The last records booked on a subject. Phones have no room for four columns and omit the day of payment: the number
 * contains the day as first entered, and links to the record.
 */
export function BookedTable({ label, number, items, link, total }: Props) {
  const narrow = useMedia(CARDS)
  return (
    <table className={figures.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{narrow ? `${number}、付款方` : number}</th>
          {!narrow && <th scope="col">付款时间</th>}
          {!narrow && <th scope="col">付款方</th>}
          <th scope="col" className={figures.right}>
            付款金额（元）
          </th>
        </tr>
      </thead>
      <tbody>
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
            <td className={figures.right}>
              <MoneyText amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>{total(narrow ? 1 : 3)}</tfoot>
    </table>
  )
}
