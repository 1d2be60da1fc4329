import type { CostBudgetList } from '@pianzhang/contract/cost-budgets'
import { formatYuan } from '@pianzhang/contract/money'
import type { Model } from '@pianzhang/contract/permissions'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { ExportButton } from '../../../ui/chart/ChartPanel.tsx'
import { Bullets } from '../../../ui/chart/compare/Bullets.tsx'
import figures from '../../../ui/chart/figures/FigureTable.module.css'
import { count } from '../../../ui/count.ts'
import { RowSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { BookedTable } from '../../booking/BookedTable.tsx'
import type { BookedList } from '../../booking/booked.ts'
import { calculationOf } from '../../cost-budgets/calculation.ts'
import { costsQuery } from '../api.ts'
import { budgetsQuery, cashQuery, exportOf, paymentsQuery } from '../booked-queries.ts'
import { BUDGET_LINES, OPEN_CASH, PAYMENTS, type Target } from '../links.ts'
import { EXECUTED } from '../words.ts'
import styles from './panels.module.css'
import { NumberedName } from './RowName.tsx'

interface Props {
  /** Code of a level-three subject, and of the one above it, if the address names it. */
  subject: string
  above: string | undefined
}

/** The last level: a level-three subject's budget beside its costs, then what they are made of: budget lines, payments, open petty cash. */
export function Booked({ subject, above }: Props) {
  const may = useCan()
  const read = {
    budgets: may('cost_budget', 'read'),
    payments: may('cost_execution', 'read'),
    cash: may('imprest', 'read'),
  }
  const compared = useQuery(costsQuery({ subject_two_code: above, subject_three_code: subject }))
  const budgets = useQuery({ ...budgetsQuery(subject), enabled: read.budgets })
  const payments = useQuery({ ...paymentsQuery(subject), enabled: read.payments })
  const cash = useQuery({ ...cashQuery(subject), enabled: read.cash })
  const of = { subject_three_codes: [subject] }
  const rows = (compared.data?.rows ?? []).filter(({ key }) => key === subject)
  return (
    <div className={styles.booked}>
      {rows.length > 0 && (
        <section aria-label="执行与预算">
          <Bullets
            kind="科目"
            words={EXECUTED}
            rows={rows}
            rest={null}
            warns
            nameOf={(row) => <NumberedName {...row} />}
          />
        </section>
      )}
      <Records
        title="预算"
        model="cost_budget"
        allowed={read.budgets}
        query={budgets}
        total={budgets.data?.listTotal}
        target={{ ...BUDGET_LINES, search: { ...BUDGET_LINES.search, ...of } }}
        onExport={exportOf('cost_budgets', subject)}
      >
        {budgets.data && <BudgetTable of={budgets.data} />}
      </Records>
      <Records
        title="付款"
        model="cost_execution"
        allowed={read.payments}
        query={payments}
        total={payments.data?.total}
        target={{ ...PAYMENTS, search: { activeName: 'second', ...of } }}
        onExport={exportOf('cost_executions', subject)}
      >
        {payments.data && (
          <Booking
            title="付款"
            number="付款编号"
            of={payments.data}
            oneOf={(code) => ({ ...PAYMENTS, search: { activeName: 'second', keywords: code } })}
          />
        )}
      </Records>
      <Records
        title="未核销备用金"
        model="imprest"
        allowed={read.cash}
        query={cash}
        total={cash.data?.total}
        target={{ ...OPEN_CASH, search: { ...OPEN_CASH.search, ...of } }}
        onExport={exportOf('imprests', subject)}
      >
        {cash.data && (
          <Booking
            title="未核销备用金"
            number="明细编号"
            of={cash.data}
            oneOf={(code) => ({ ...OPEN_CASH, search: { activeName: 'd', keywords: code } })}
          />
        )}
      </Records>
    </div>
  )
}

interface RecordsProps {
  title: string
  model: Model
  allowed: boolean
  query: UseQueryResult
  /** Count of all records; undefined: not known (yet). */
  total: number | undefined
  /** The list with all of them. */
  target: Target
  onExport: () => Promise<string | undefined>
  /** The table of the last ones. */
  children: ReactNode
}

function Records({ title, model, allowed, query, total, target, onExport, children }: RecordsProps) {
  const may = useCan()
  const { error, isFetching, refetch } = query
  return (
    <section aria-label={title}>
      <h3>
        <span>
          {title}
          {total !== undefined && <span className="num">（共 {count(total)} 条）</span>}
        </span>
        {total !== undefined && total > 0 && (
          <span className={styles.tools}>
            <Link {...target}>在明细中查看</Link>
            {may(model, 'export') && <ExportButton title={title} onExport={onExport} />}
          </span>
        )}
      </h3>
      {!allowed ? (
        <p className="faint">您没有查看{title}明细的权限</p>
      ) : error && total === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : total === undefined ? (
        <RowSkeleton rows={4} columns={[2, 3, 2]} />
      ) : total === 0 ? (
        <p className="faint">暂无数据</p>
      ) : (
        children
      )}
    </section>
  )
}

const sumOf = (amount: string) => (span: number) => (
  <tr>
    <th scope="row" colSpan={span}>
      合计
    </th>
    <MoneyCell amount={amount} strong />
  </tr>
)

interface BookingProps {
  title: string
  number: string
  of: BookedList
  /** The list with one record. */
  oneOf: (code: string) => Target
}

const Booking = ({ title, number, of, oneOf }: BookingProps) => (
  <BookedTable
    label={`${title}，合计 ${formatYuan(of.amount)} 元`}
    number={number}
    items={of.items}
    link={(code) => (
      <Link {...oneOf(code)} className="num">
        {code}
      </Link>
    )}
    total={sumOf(of.amount)}
  />
)

const BudgetTable = ({ of: { items, total_amount_yuan } }: { of: CostBudgetList }) => (
  <MiniTable
    label={`预算，合计 ${formatYuan(total_amount_yuan)} 元`}
    titles={['备注', '单价 × 数量']}
    ends={['合计（元）']}
    className={figures.table}
    foot={sumOf(total_amount_yuan)(2)}
  >
    {items.map((line) => (
      <tr key={line.code}>
        <td>{line.remark || '-'}</td>
        <td className="num">{calculationOf(line)}</td>
        <MoneyCell amount={line.amount_yuan} />
      </tr>
    ))}
  </MiniTable>
)
