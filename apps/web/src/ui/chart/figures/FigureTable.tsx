import type { Fen } from '@pianzhang/contract/money'
import { count } from '../../count.ts'
import { MiniTable, MoneyCell } from '../../table/MiniTable.tsx'
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
    <MiniTable
      label={label}
      titles={[kind]}
      ends={[amounts, '占比', onDetails && <span className="visually-hidden">操作</span>]}
      className={styles.table}
      box={`${styles.frame} ${className ?? ''}`}
      foot={
        <>
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
            <MoneyCell amount={net} strong />
            <td className="num">{positive > 0n ? '100.00%' : '-'}</td>
            {onDetails && <td />}
          </tr>
        </>
      }
    >
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
          <MoneyCell amount={others.amount} />
          <td className="num">-</td>
          {onDetails && <td />}
        </tr>
      )}
    </MiniTable>
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
      <MoneyCell amount={figure.amount} />
      <td className="num">{shareOf(figure.amount, positive)}</td>
      {onDetails && (
        <td>
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
