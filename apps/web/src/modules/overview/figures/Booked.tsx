import { formatYuan } from '@pianzhang/contract/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../../platform/session/session.ts'
import figures from '../../../ui/chart/FigureTable.module.css'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { RowSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { type BookedList, bookedCash, bookedPayments } from '../booked.ts'
import { OPEN_CASH, PAYMENTS, type Target } from '../links.ts'
import styles from './panels.module.css'

/** The last level: the payments on a level-three subject and the petty cash that is not written off. */
export function Booked({ subject }: { subject: string }) {
  const may = useCan()
  const payments = useQuery({ ...bookedPayments(subject), enabled: may('cost_execution', 'read') })
  const cash = useQuery({ ...bookedCash(subject), enabled: may('imprest', 'read') })
  const of = { subject_three_codes: [subject] }
  return (
    <div className={styles.booked}>
      <Records
        title="付款"
        number="付款编号"
        allowed={may('cost_execution', 'read')}
        query={payments}
        target={{ ...PAYMENTS, search: { activeName: 'second', ...of } }}
        oneOf={(code) => ({ ...PAYMENTS, search: { activeName: 'second', keywords: code } })}
      />
      <Records
        title="未核销备用金"
        number="明细编号"
        allowed={may('imprest', 'read')}
        query={cash}
        target={{ ...OPEN_CASH, search: { ...OPEN_CASH.search, ...of } }}
        oneOf={(code) => ({ ...OPEN_CASH, search: { activeName: 'd', keywords: code } })}
      />
    </div>
  )
}

interface RecordsProps {
  title: string
  number: string
  allowed: boolean
  query: UseQueryResult<BookedList>
  /** The list with all of them, and with one. */
  target: Target
  oneOf: (code: string) => Target
}

function Records({ title, number, allowed, query, target, oneOf }: RecordsProps) {
  const narrow = useMedia(CARDS)
  const { data, error, isFetching, refetch } = query
  return (
    <section aria-label={title}>
      <h3>
        <span>
          {title}
          {data && <span className="num">（共 {count(data.total)} 条）</span>}
        </span>
        {data && data.total > 0 && <Link {...target}>在明细中查看</Link>}
      </h3>
      {!allowed ? (
        <p className={styles.none}>您没有查看{title}明细的权限</p>
      ) : error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <RowSkeleton rows={4} columns={[2, 3, 2]} />
      ) : data.total === 0 ? (
        <p className={styles.none}>暂无数据</p>
      ) : (
        <table className={figures.table} aria-label={`${title}，合计 ${formatYuan(data.amount)} 元`}>
          <thead>
            <tr>
              {/* Phones have no room for four columns. The number names the day of payment as first entered, and links to the record. */}
              <th scope="col">{narrow ? `${number}、付款方` : number}</th>
              {!narrow && <th scope="col">付款时间</th>}
              {!narrow && <th scope="col">付款方</th>}
              <th scope="col" className={figures.right}>
                付款金额（元）
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ code, day, payer, amount }) => (
              <tr key={code}>
                <td>
                  <Link {...oneOf(code)} className="num">
                    {code}
                  </Link>
                  {narrow && <div className={figures.below}>{payer}</div>}
                </td>
                {!narrow && <td className="num">{day}</td>}
                {!narrow && <td>{payer}</td>}
                <td className={figures.right}>
                  <MoneyText amount={amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={narrow ? 1 : 3}>
                合计
              </th>
              <td className={figures.right}>
                <MoneyText amount={data.amount} strong />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}
