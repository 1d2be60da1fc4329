import { investmentBudgetApi } from '@pianzhang/contract/api/books'
import { recordsOf } from '../../platform/ledger/records.ts'
import { budgetSearch } from './search.ts'

export const budgets = recordsOf(investmentBudgetApi, {
  key: 'investment_budgets',
  model: 'investment_budget',
  list: budgetSearch,
  shows: ['investment_budget'],
})
export const { load } = budgets
