import { investmentBudgetApi } from '@pianzhang/contract/api/books'
import type { InvestmentBudgetOrders } from '@pianzhang/contract/investment-budgets'
import { addressText } from '../../platform/address/address.ts'
import { listSearch } from '../../platform/address/listSearch.ts'
import { recordsOf } from '../../platform/ledger/records.ts'

const orders = ['amount_order', 'percentage_order'] as const
orders satisfies readonly (keyof InvestmentBudgetOrders)[]

/** URL parameters of the list of investment budgets. */
const budgetSearch = listSearch({
  name: 'investment-budgets',
  filters: { import_code: addressText },
  orders,
})

export const budgets = recordsOf(investmentBudgetApi, {
  key: 'investment_budgets',
  model: 'investment_budget',
  list: budgetSearch,
  shows: ['investment_budget'],
})
export const { load } = budgets
