import type { InvestmentBudgetOrders } from '@pianzhang/contract/investment-budgets'
import { listSearch, type SearchOf } from '../../platform/address/listSearch.ts'
import type { Order } from '../../ui/table/DataTable.tsx'

const orders = ['amount_order', 'percentage_order'] as const
orders satisfies readonly (keyof InvestmentBudgetOrders)[]

/** URL parameters of the list of investment budgets. */
export const budgetSearch = listSearch({ name: 'investment-budgets', filters: {}, orders })
export type BudgetSearch = SearchOf<typeof budgetSearch>

/** The column that the list is ordered by. */
export function sortedBy(search: BudgetSearch): { column: string; order: Order } {
  const name = orders.find((one) => search[one] !== undefined)
  return name
    ? { column: name.replace(/_order$/, ''), order: search[name] }
    : { column: '', order: undefined }
}

/** The search parts that order by this column and no other. */
export const ordering = (column: string, order: Order): Partial<BudgetSearch> =>
  Object.fromEntries(orders.map((name) => [name, name === `${column}_order` ? order : undefined]))
