import { most } from '@pianzhang/contract/decimal'
import { formatYuan, short } from '@pianzhang/contract/money'
import { TextTip } from '../../../ui/popup/TextTip.tsx'
import mini from '../../../ui/table/MiniTable.module.css'
import type { ReportRow } from '../columns.tsx'
import { isOver } from '../figures.ts'
import { barsOf, widest } from '../panel.ts'
import styles from './chart.module.css'

/** Budget, cost to date and final cost of the subjects of level one, on one scale. */
export default function Chart({ rows }: { rows: readonly ReportRow[] }) {
  const scale = rows.map(widest).reduce(most, 0n)
  return (
    <table className={`${mini.table} ${styles.chart}`}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            <span className="visually-hidden">科目</span>
            <span className={styles.legend} aria-hidden="true">
              <i className={styles.budget} />
              现行预算
              <i className={styles.spent} />
              累计发生
              <i className={styles.final} />
              预计总成本
            </span>
          </th>
          <th scope="col">现行预算</th>
          <th scope="col">累计发生</th>
          <th scope="col">预计总成本</th>
          <th scope="col">差异</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Bar key={row.code} row={row} scale={scale} />
        ))}
      </tbody>
    </table>
  )
}

function Bar({ row, scale }: { row: ReportRow; scale: bigint }) {
  const { out_code, name, budget_yuan, spent_yuan, efc_yuan, variance_yuan } = row
  const bars = barsOf(row, scale)
  const over = isOver(row)
  const end = bars.spent + bars.committed + bars.etc
  const figure = (text: string, amount: string, red = false) => (
    <td className={`num ${red ? 'red' : ''}`}>
      <TextTip text={() => `${text} ${formatYuan(amount)} 元`}>{short(amount)}</TextTip>
    </td>
  )
  return (
    <tr>
      <th scope="row" title={`${out_code} ${name}`}>
        <span className={`num ${styles.number}`}>{out_code}</span>
        {name}
      </th>
      <td>
        <span className={styles.bars} aria-hidden="true">
          <i className={styles.budget} style={{ width: `${bars.budget}%` }} />
          <i className={styles.final} style={{ width: `${end}%` }} />
          <i className={styles.over} style={{ left: `${end}%`, width: `${bars.over}%` }} />
          <i className={styles.spent} style={{ width: `${bars.cost}%` }} />
        </span>
      </td>
      {figure('现行预算', budget_yuan)}
      {figure('累计发生', spent_yuan)}
      {figure('预计总成本', efc_yuan)}
      {figure('差异', variance_yuan, over)}
    </tr>
  )
}
