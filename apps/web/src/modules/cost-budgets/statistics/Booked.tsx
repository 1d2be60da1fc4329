import type { CostBudgetList } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { TABLE } from '../../../ui/chart/ChartPanel.tsx'
import { Bars } from '../../../ui/chart/drawing/Bars.tsx'
import figures from '../../../ui/chart/figures/FigureTable.module.css'
import type { Rest } from '../../../ui/chart/figures/figures.ts'
import panel from '../../../ui/chart/figures/Ring.module.css'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { Empty } from '../../../ui/states/States.tsx'
import mini from '../../../ui/table/MiniTable.module.css'
import { MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { BookedTotal } from '../../subjects/chart/BookedTotal.tsx'
import { Waiting } from '../../subjects/chart/Waiting.tsx'
import { bookedQuery } from '../api.ts'
import { calculationOf } from '../calculation.ts'

/** Count and sum of the lines that the answer leaves out; null if it has all. */
function restOf({ items, listTotal, total_amount_yuan }: CostBudgetList): Rest | null {
  if (listTotal === items.length) return null
  const shown = sum(items.map((line) => fenOf(line.amount_yuan)))
  return { count: listTotal - items.length, amount: yuan(fenOf(total_amount_yuan) - shown) }
}

interface Props {
  /** Code and name of the level-three subject. */
  subject: string
  caption: string
  view: string
  /** Opens its lines in the list. */
  onAll: () => void
}

/** The last level: the budget lines of one level-three subject, newest first. */
export function Booked({ subject, caption, view, onAll }: Props) {
  const narrow = useMedia(CARDS)
  const query = useQuery(bookedQuery(subject))
  const { data } = query
  if (!data) return <Waiting query={query} columns={[4, 2, 3]} />
  if (data.listTotal === 0) return <Empty text="暂无科目数据" />
  const drawn = view !== TABLE
  const bars = (
    <Bars
      title={`${caption}的预算`}
      kind="预算"
      amounts="合计（元）"
      figures={data.items.map((line) => ({
        key: line.code,
        name: line.remark || calculationOf(line),
        amount: line.amount_yuan,
      }))}
      others={restOf(data)}
      onPick={onAll}
      onRest={onAll}
    />
  )
  return (
    <div className={drawn && !narrow ? panel.both : undefined}>
      {drawn && bars}
      <div className={`${figures.frame} ${panel.records}`}>
        <table className={`${mini.table} ${figures.table}`} aria-label={`${caption}的预算`}>
          <thead>
            <tr>
              <th scope="col">备注</th>
              {narrow ? (
                <th scope="col">单价 × 数量</th>
              ) : (
                <>
                  <th scope="col" className={figures.right}>
                    单价（元）
                  </th>
                  <th scope="col" className={figures.right}>
                    数量
                  </th>
                  <th scope="col">单位</th>
                </>
              )}
              <th scope="col" className={figures.right}>
                合计（元）
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((line) => (
              <tr key={line.code}>
                <td className={narrow ? undefined : figures.text} title={line.remark}>
                  {line.remark || '-'}
                </td>
                {narrow ? (
                  <td className="num">{calculationOf(line)}</td>
                ) : (
                  <>
                    <MoneyCell amount={line.unit_price_yuan} className={figures.right} />
                    <td className={`num ${figures.right}`}>{grouped(line.quantity)}</td>
                    <td>{line.unit}</td>
                  </>
                )}
                <MoneyCell amount={line.amount_yuan} className={figures.right} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <BookedTotal
              span={narrow ? 2 : 4}
              total={data.listTotal}
              amount={data.total_amount_yuan}
              onAll={onAll}
            />
          </tfoot>
        </table>
      </div>
    </div>
  )
}
