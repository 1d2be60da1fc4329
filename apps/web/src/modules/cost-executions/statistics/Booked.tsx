import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/Button.tsx'
import { TABLE } from '../../../ui/chart/ChartPanel.tsx'
import { Donut } from '../../../ui/chart/Donut.tsx'
import figures from '../../../ui/chart/FigureTable.module.css'
import panel from '../../../ui/chart/Ring.module.css'
import { RING_HEIGHT } from '../../../ui/chart/Ring.tsx'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { RowSkeleton } from '../../../ui/states/Loading.tsx'
import { Empty, Failed } from '../../../ui/states/States.tsx'
import { bookedQuery } from './api.ts'

interface Props {
  title: string
  /** Code and name of the level-three subject. */
  subject: string
  caption: string
  vouchers: readonly string[]
  view: string
  /** Opens all of these payments in the list. */
  onAll: () => void
  /** Opens one payment by its number. */
  onOne: (code: string) => void
}

/** The last level: the payments behind one level-three subject, newest first. */
export function Booked({ title, subject, caption, vouchers, view, onAll, onOne }: Props) {
  const narrow = useMedia(CARDS)
  const { data, error, isFetching, refetch } = useQuery(bookedQuery(subject, vouchers))
  if (!data)
    return error ? (
      <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <div className={panel.wait}>
        <RowSkeleton rows={7} columns={[2, 4, 3]} />
      </div>
    )
  if (data.listTotal === 0) return <Empty text="暂无科目数据" />
  const whole = [{ key: subject, name: caption, amount: data.matched_amount_yuan }]
  return (
    <div className={view !== TABLE && !narrow ? panel.both : undefined}>
      {view !== TABLE && (
        <Donut
          title={title}
          caption={caption}
          figures={whole}
          height={RING_HEIGHT}
          onPick={onAll}
          onRest={onAll}
        />
      )}
      <div className={view !== TABLE ? panel.beside : panel.alone}>
        {/* Phones have no room for four columns. The number names the day of payment as first entered, and links to the payment. */}
        <table className={figures.table} aria-label={`${caption}的付款`}>
          <thead>
            <tr>
              <th scope="col">{narrow ? '付款编号、付款方' : '付款编号'}</th>
              {!narrow && <th scope="col">付款时间</th>}
              {!narrow && <th scope="col">付款方</th>}
              <th scope="col" className={figures.right}>
                付款金额（元）
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((payment) => (
              <tr key={payment.code}>
                <td>
                  <button type="button" className={`num ${figures.link}`} onClick={() => onOne(payment.code)}>
                    {payment.code}
                  </button>
                  {narrow && <div className={figures.below}>{payment.payer}</div>}
                </td>
                {!narrow && <td className="num">{payment.pay_at}</td>}
                {!narrow && <td>{payment.payer}</td>}
                <td className={figures.right}>
                  <MoneyText amount={payment.matched_amount_yuan} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={narrow ? 1 : 3}>
                合计 · 共 {count(data.listTotal)} 条
                <Button type="link" size="small" onClick={onAll}>
                  在明细中查看
                </Button>
              </th>
              <td className={figures.right}>
                <MoneyText amount={data.matched_amount_yuan} strong />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}
