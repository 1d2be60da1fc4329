import type { Fen } from '@pianzhang/contract/money'
import { count } from '../../count.ts'
import { MoneyText } from '../../MoneyText.tsx'
import { ScrollBox } from '../../ScrollBox.tsx'
import styles from './FigureTable.module.css'
import { type Figure, type Rest, shareOf, sumsOf } from './figures.ts'

interface Props {
  /** What a row is (付款方): title of the first column, and part of the table's accessible name. */
  kind: string
  /** Title of the amounts' column: 付款金额（元）. */
  amounts: string
  label: string
  figures: readonly Figure[]
  /** The sum of the items beyond the response's limit; their rows are in the spreadsheet only. */
  others?: Rest | null
  /** Colour of the swatch before the name; without it there is no swatch. */
  colorOf?: (figure: Figure) => string | undefined
  /** Called on a click on the name. */
  onPick: (figure: Figure) => void
  /** Opens the details behind a row, where a click on its name does something else. */
  onDetails?: (figure: Figure) => void
  className?: string | undefined
}

/** Further rows are in the spreadsheet only: thousands would take seconds to render. */
const MOST = 500

/** The figures of a chart: to read, to copy, to reach by keyboard. */
export function FigureTable({
  kind,
  amounts,
  label,
  figures,
  others = null,
  colorOf,
  onPick,
  onDetails,
  className,
}: Props) {
  const { net, positive: paid } = sumsOf(others ? [...figures, others] : figures)
  // With `others` no shares are shown: they relate to the positive sum, and of `others` only the net sum is known.
  const positive = others ? 0n : paid
  const hidden = figures.length - MOST
  return (
    <ScrollBox className={`${styles.frame} ${className ?? ''}`} label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{kind}</th>
            <th scope="col" className={styles.right}>
              {amounts}
            </th>
            <th scope="col" className={styles.right}>
              占比
            </th>
            {onDetails && (
              <th scope="col">
                <span className="visually-hidden">操作</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.slice(0, MOST).map((figure) => (
            <Row
              key={figure.key}
              figure={figure}
              positive={positive}
              color={colorOf?.(figure)}
              onPick={onPick}
              onDetails={onDetails}
            />
          ))}
          {others && (
            <tr>
              <th scope="row" className={styles.others}>
                其余 {count(others.count)} 个{kind}
              </th>
              <td className={styles.right}>
                <MoneyText amount={others.amount} />
              </td>
              <td className={`num ${styles.right}`}>-</td>
              {onDetails && <td />}
            </tr>
          )}
        </tbody>
        <tfoot>
          {hidden > 0 && (
            <tr>
              <td colSpan={onDetails ? 4 : 3} className={styles.more}>
                另有 {count(hidden)} 项未列出，请导出Excel查看
              </td>
            </tr>
          )}
          <tr>
            <th scope="row">
              合计
              <span className={styles.count}>
                {' '}
                · 共 {count(figures.length + (others?.count ?? 0))} 个{kind}
              </span>
            </th>
            <td className={styles.right}>
              <MoneyText amount={net} strong />
            </td>
            <td className={`num ${styles.right}`}>{positive > 0n ? '100.00%' : '-'}</td>
            {onDetails && <td />}
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  )
}

interface RowProps {
  figure: Figure
  positive: Fen
  color: string | undefined
  onPick: (figure: Figure) => void
  onDetails?: ((figure: Figure) => void) | undefined
}

function Row({ figure, positive, color, onPick, onDetails }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>
          {color && <i className={styles.swatch} style={{ background: color }} />}
          {figure.number && <span className={`num ${styles.number}`}>{figure.number}</span>}
          <button type="button" className={styles.link} title={figure.name} onClick={() => onPick(figure)}>
            {figure.name}
          </button>
        </span>
      </th>
      <td className={styles.right}>
        <MoneyText amount={figure.amount} />
      </td>
      <td className={`num ${styles.right}`}>{shareOf(figure.amount, positive)}</td>
      {onDetails && (
        <td className={styles.right}>
          <button
            type="button"
            className={styles.details}
            aria-label={`查看明细：${figure.name}`}
            onClick={() => onDetails(figure)}
          >
            明细
          </button>
        </td>
      )}
    </tr>
  )
}
