import type { InvestmentBudgetOrders } from '@pianzhang/contract/investment-budgets'
import { listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const orders = ['amount_order', 'percentage_order'] as const
orders satisfies readonly (keyof InvestmentBudgetOrders)[]

/** URL parameters of the list of investment budgets. */
export const budgetSearch = listSearch({ name: 'investment-budgets', filters: {}, orders })
export type BudgetSearch = SearchOf<typeof budgetSearch>
