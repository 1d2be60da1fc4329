import { formatYuan } from '@pianzhang/contract/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../../platform/session/session.ts'
import figures from '../../../ui/chart/figures/FigureTable.module.css'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { RowSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { BookedTable } from '../../booking/BookedTable.tsx'
import type { BookedList } from '../../booking/booked.ts'
import { cashQuery, paymentsQuery } from '../booked.ts'
import { OPEN_CASH, PAYMENTS, type Target } from '../links.ts'
import styles from './panels.module.css'

/** The last level: the payments on a level-three subject and the petty cash that is not written off. */
export function Booked({ subject }: { subject: string }) {
  const may = useCan()
  const payments = useQuery({ ...paymentsQuery(subject), enabled: may('cost_execution', 'read') })
  const cash = useQuery({ ...cashQuery(subject), enabled: may('imprest', 'read') })
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
  /** The list with all records; `oneOf`: the list with one record. */
  target: Target
  oneOf: (code: string) => Target
}

function Records({ title, number, allowed, query, target, oneOf }: RecordsProps) {
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
        <BookedTable
          label={`${title}，合计 ${formatYuan(data.amount)} 元`}
          number={number}
          items={data.items}
          link={(code) => (
            <Link {...oneOf(code)} className="num">
              {code}
            </Link>
          )}
          total={(span) => (
            <tr>
              <th scope="row" colSpan={span}>
                合计
              </th>
              <td className={figures.right}>
                <MoneyText amount={data.amount} strong />
              </td>
            </tr>
          )}
        />
      )}
    </section>
  )
}
