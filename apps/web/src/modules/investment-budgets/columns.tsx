import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { formatYuan, percent } from '@pianzhang/contract/money'
import { cells } from '../../ui/table/cells.tsx'
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

const { text, number, money } = cells<InvestmentBudget>()

export const budgetColumns = (on: BudgetActions): DataColumn<InvestmentBudget>[] => [
  {
    key: 'investor',
    title: '投资方',
    fixed: 'start',
    ...text((row) => row.investor),
  },
  {
    key: 'amount',
    title: '投资金额（元）',
    sortable: true,
    ...money((row) => row.amount_yuan),
    width: 200,
  },
  {
    key: 'percentage',
    title: '占比',
    width: 120,
    align: 'right',
    sortable: true,
    ...number((row) => percent(row.percentage)),
  },
  {
    key: 'variate',
    title: '投资溢价',
    width: 160,
    align: 'right',
    text: (row) => formatYuan(row.variate),
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
