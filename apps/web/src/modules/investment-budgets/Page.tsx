import type { InvestmentBudget, InvestmentBudgetList } from '@pianzhang/contract/investment-budgets'
import { capitals } from '@pianzhang/contract/money'
import { getRouteApi } from '@tanstack/react-router'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { importFilter } from '../../ui/filters/filter.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { amountSums, type ListSums, pageSum } from '../../ui/table/sums.ts'
import { budgets } from './api.ts'
import { amountOf, budgetColumns, Card, nameOf, REMOVAL } from './columns.tsx'
import styles from './Page.module.css'

const Form = lazyDialog(() => import('./Dialog.tsx'))
const route = getRouteApi('/in-project/budget/investment')

const IMPORTS = {
  title: '批量新增投资预算',
  records: '投资预算（条）',
  amount: '投资总额（元）',
  show: '查看本次新增的投资预算',
}
const ALL = amountSums<InvestmentBudget, InvestmentBudgetList>(
  'amount',
  amountOf,
  (list) => list.total_amount,
  '投资总额',
)
/** On the screen the total stands above the table, which therefore shows the page's sum only. */
const SUMS: ListSums<InvestmentBudget, InvestmentBudgetList> = {
  ...ALL,
  table: ({ items }) => [pageSum('amount', items, amountOf)],
  paper: ALL.table,
}

/** 投资预算. */
export default function InvestmentBudgetsPage() {
  const ledger = useLedger(route, budgets, REMOVAL)
  const view = useRecords(ledger, budgets, { add: '新增投资预算', Form, imports: IMPORTS })
  return (
    <RecordList
      of={view}
      title="投资预算"
      above={<Total amount={view.data?.total_amount} />}
      filters={view.filtered ? { filters: [importFilter] } : undefined}
      files={view.files}
      columns={budgetColumns(view.on, view.may.write || view.may.delete)}
      card={(row) => <Card key={row.code} row={row} on={view.on} />}
      rowLabel={nameOf}
      sums={SUMS}
    />
  )
}

/** Sum of what all investors promise, with its capitals. */
const Total = ({ amount }: { amount: string | undefined }) => (
  <div className={styles.total}>
    <span className="muted">投资总额（元）</span>
    {amount !== undefined && (
      <>
        <MoneyText amount={amount} strong tip={false} className={styles.amount ?? ''} />
        <span className="muted">{capitals(amount)}</span>
      </>
    )}
  </div>
)
