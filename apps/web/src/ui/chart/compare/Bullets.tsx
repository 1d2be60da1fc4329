import { capitals, formatYuan, short } from '@pianzhang/contract/money'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { count } from '../../count.ts'
import { TextTip } from '../../popup/TextTip.tsx'
import mini from '../../table/MiniTable.module.css'
import styles from './Bullets.module.css'
import {
  type Amounts,
  type Bar,
  type CompareRest,
  type Comparison,
  isOver,
  scaleOf,
  usedShare,
} from './comparison.ts'

/** What both views of a comparison show. */
export interface CompareProps {
  /** What a row is: 科目. */
  kind: string
  /** The words for both amounts, without their unit: 执行, 预算; and for the share where there is no budget: 无预算. */
  words: { executed: string; budget: string; none: string }
  rows: readonly Comparison[]
  rest: CompareRest | null
  /** Rows above their budget are red. */
  warns: boolean
  /** The name with what it leads to: a link or a button, whose area is the whole row of the picture. */
  nameOf: (row: Comparison) => ReactNode
}

/** Budgets as pale bars with what was used on them, and the figures in short at the right. */
export function Bullets({ kind, words, rows, rest, warns, nameOf }: CompareProps) {
  const { zero, bar } = useMemo(() => scaleOf(rest ? [...rows, rest] : rows), [rows, rest])
  const one = (key: string, amounts: Amounts, name: ReactNode) => {
    const over = warns && isOver(amounts)
    return (
      <tr key={key} className={over ? styles.over : undefined}>
        <th scope="row">
          <TextTip text={() => <Exact {...amounts} words={words} />}>{name}</TextTip>
        </th>
        <td>
          <span className={styles.bars} style={{ '--zero': `${zero}%` } as CSSProperties} aria-hidden="true">
            <i className={styles.budget} style={placed(bar(amounts.budget))} />
            <i
              className={`${styles.executed} ${amounts.executed.startsWith('-') ? styles.minus : ''}`}
              style={placed(bar(amounts.executed))}
            />
          </span>
        </td>
        <td className={`num ${amounts.executed.startsWith('-') ? styles.minusText : ''}`}>
          {short(amounts.executed)}
        </td>
        <td className={`num ${amounts.budget.startsWith('-') ? styles.minusText : styles.base}`}>
          {short(amounts.budget)}
        </td>
        <td className="num">{usedShare(amounts, words.none)}</td>
      </tr>
    )
  }
  return (
    <table
      className={`${mini.table} ${styles.table}`}
      style={{ '--rows': rows.length + (rest ? 1 : 0), '--name': `${nameWidth(rows)}em` } as CSSProperties}
    >
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            <span className="visually-hidden">{kind}</span>
            <span className={styles.legend} aria-hidden="true">
              <i className={styles.executed} />
              {words.executed}
              <i className={styles.budget} />
              {words.budget}
            </span>
          </th>
          <th scope="col">{words.executed}</th>
          <th scope="col">{words.budget}</th>
          <th scope="col">占比</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => one(row.key, row, nameOf(row)))}
        {rest && one(' rest', rest, `其他 ${count(rest.quantity)} 个${kind}`)}
      </tbody>
    </table>
  )
}

/** Width of the column of names, in em; longer names end in an ellipsis. Full-width characters are as wide as high, others 0.62 of that. */
const nameWidth = (rows: readonly Comparison[]): number =>
  Math.min(
    13,
    Math.max(
      9,
      ...rows.map(({ number = '', name }) =>
        [...`${number} ${name}`].reduce((sum, letter) => sum + (letter > '⿿' ? 1 : 0.62), 0),
      ),
    ),
  ) + 1

const placed = ({ left, width }: Bar): CSSProperties => ({ left: `${left}%`, width: `${width}%` })

/** Both amounts to the fen and in capitals. */
export const Exact = ({
  executed,
  budget,
  words,
}: Amounts & { words: { executed: string; budget: string } }) => (
  <>
    {(
      [
        [words.executed, executed],
        [words.budget, budget],
      ] as const
    ).map(([word, amount]) => (
      <div key={word}>
        <div className="num">
          {word} {formatYuan(amount)} 元
        </div>
        <div>{capitals(amount)}</div>
      </div>
    ))}
  </>
)
