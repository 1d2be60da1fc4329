import { INVESTMENT_BUDGET_FIELDS, type InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { formatYuan, inYuan, percent } from '@pianzhang/contract/money'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  type EditActions,
  editDelete,
  moneyColumn,
  numberColumn,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import { budgets } from './api.ts'

export const nameOf = (row: InvestmentBudget): string => row.investor
export const amountOf = (row: InvestmentBudget): string => row.amount_yuan

export const REMOVAL = amountRemoval(budgets, nameOf, amountOf)

/** 投资溢价 has no unit of its own: a number with two decimals, not an amount in words. */
const Variate = ({ value }: { value: string }) => (
  <span className="num" style={value.startsWith('-') ? { color: 'var(--red)' } : undefined}>
    {formatYuan(value)}
  </span>
)

/** `actions`: whether the person may act on rows. */
export const budgetColumns = (
  on: EditActions<InvestmentBudget>,
  actions: boolean,
): DataColumn<InvestmentBudget>[] => [
  textColumn('investor', INVESTMENT_BUDGET_FIELDS.investor, (row) => row.investor, { fixed: 'start' }),
  moneyColumn('amount', inYuan(INVESTMENT_BUDGET_FIELDS.amount), (row) => row.amount_yuan, {
    width: 200,
    sortable: true,
  }),
  numberColumn('percentage', '占比', (row) => percent(row.percentage), {
    width: 120,
    align: 'right',
    sortable: true,
  }),
  {
    key: 'variate',
    title: INVESTMENT_BUDGET_FIELDS.variate,
    width: 160,
    align: 'right',
    text: (row) => formatYuan(row.variate),
    render: (row) => <Variate value={row.variate} />,
  },
  ...(actions ? [actionsColumn(112, nameOf, (row: InvestmentBudget) => editDelete(row, on))] : []),
]

/** An investment budget as a card on phones. */
export const Card = memo(function Card({
  row,
  on,
}: {
  row: InvestmentBudget
  on: EditActions<InvestmentBudget>
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.investor}
      amount={row.amount_yuan}
      meta={[`占比 ${percent(row.percentage)}`, { label: '投资溢价', amount: row.variate }]}
      actions={editDelete(row, on)}
    />
  )
})
