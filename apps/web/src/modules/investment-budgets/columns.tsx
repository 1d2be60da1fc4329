import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { formatYuan, percent } from '@pianzhang/contract/money'
import { MoneyText } from '../../ui/MoneyText.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { nameOf } from './removal.ts'

export interface BudgetActions {
  onEdit: (budget: InvestmentBudget) => void
  onDelete: (budget: InvestmentBudget) => void
}

export const actionsOf = (row: InvestmentBudget, { onEdit, onDelete }: BudgetActions): RowAction[] => [
  ...(row.can.write ? [{ label: '编辑', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

/** 投资溢价 has no unit of its own: a number with two decimals, not an amount in words. */
export const Variate = ({ value }: { value: string }) => (
  <span className="num" style={value.startsWith('-') ? { color: 'var(--red)' } : undefined}>
    {formatYuan(value)}
  </span>
)

export const budgetColumns = (on: BudgetActions): DataColumn<InvestmentBudget>[] => [
  {
    key: 'investor',
    title: '投资方',
    fixed: 'start',
    render: (row) => <span title={row.investor}>{row.investor}</span>,
  },
  {
    key: 'amount',
    title: '投资金额（元）',
    width: 200,
    align: 'right',
    sortable: true,
    render: (row) => <MoneyText amount={row.amount_yuan} />,
  },
  {
    key: 'percentage',
    title: '占比',
    width: 120,
    align: 'right',
    sortable: true,
    render: (row) => <span className="num">{percent(row.percentage)}</span>,
  },
  {
    key: 'variate',
    title: '投资溢价',
    width: 160,
    align: 'right',
    render: (row) => <Variate value={row.variate} />,
  },
  {
    key: 'actions',
    title: '操作',
    width: 112,
    fixed: 'end',
    render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
  },
]
