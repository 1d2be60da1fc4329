import { Fragment } from 'react'
import { count } from '../../count.ts'
import { MoneyText } from '../../MoneyText.tsx'
import { CARDS, useMedia } from '../../page/useMedia.ts'
import { MiniTable, MoneyCell } from '../../table/MiniTable.tsx'
import figures from '../figures/FigureTable.module.css'
import type { CompareProps } from './Bullets.tsx'
import styles from './CompareTable.module.css'
import { type Amounts, isOver, sumOf, usedShare } from './comparison.ts'

interface Props extends CompareProps {
  label: string
  /** The sum of all rows, where these are only some; null: not known. */
  total?: Amounts | null | undefined
}

/** The comparison as a table of exact amounts, to read and to copy. */
export function CompareTable({ kind, words, rows, rest, warns, nameOf, label, total }: Props) {
  // Phones have no room for four columns: both amounts are two lines of one cell.
  const narrow = useMedia(CARDS)
  const overOf = (of: Amounts) => (warns && isOver(of) ? styles.over : undefined)
  const sum = total === undefined ? sumOf(rest ? [...rows, rest] : rows) : total
  const amounts = (of: Amounts, strong = false) => (
    <>
      <td>
        <MoneyText amount={of.executed} strong={strong} />
        {narrow && (
          <div className={styles.budget}>
            <MoneyText amount={of.budget} />
          </div>
        )}
      </td>
      {!narrow && <MoneyCell amount={of.budget} strong={strong} />}
      <td className="num">{usedShare(of, words.none)}</td>
    </>
  )
  return (
    <MiniTable
      label={label}
      titles={[kind]}
      ends={[
        <Fragment key="executed">
          {words.executed}（元）{narrow && <div>{words.budget}（元）</div>}
        </Fragment>,
        !narrow && `${words.budget}（元）`,
        '占比',
      ]}
      className={figures.table}
      box={`${figures.frame} ${styles.frame}`}
      foot={
        sum && (
          <tr className={overOf(sum)}>
            <th scope="row">合计</th>
            {amounts(sum, true)}
          </tr>
        )
      }
    >
      {rows.map((row) => (
        <tr key={row.key} className={overOf(row)}>
          <th scope="row" className={styles.name}>
            {nameOf(row)}
          </th>
          {amounts(row)}
        </tr>
      ))}
      {rest && (
        <tr className={overOf(rest)}>
          <th scope="row" className={figures.others}>
            其余 {count(rest.quantity)} 个{kind}
          </th>
          {amounts(rest)}
        </tr>
      )}
    </MiniTable>
  )
}
