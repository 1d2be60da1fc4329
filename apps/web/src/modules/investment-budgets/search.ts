import type { InvestmentBudgetOrders } from '@pianzhang/contract/investment-budgets'
import { addressText } from '../../platform/address/address.ts'
import { listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const orders = ['amount_order', 'percentage_order'] as const
orders satisfies readonly (keyof InvestmentBudgetOrders)[]

/** URL parameters of the list of investment budgets. */
export const budgetSearch = listSearch({
  name: 'investment-budgets',
  filters: { import_code: addressText },
  orders,
})
export type BudgetSearch = SearchOf<typeof budgetSearch>
