import type { InvestmentBudget, InvestmentBudgetList } from '@pianzhang/contract/investment-budgets'
import { recordsOf } from '../../platform/ledger/records.ts'
import { budgetSearch } from './search.ts'

export const budgets = recordsOf<InvestmentBudget, InvestmentBudgetList>()({
  base: '/api/manager/investment_budgets',
  key: 'investment_budgets',
  model: 'investment_budget',
  list: budgetSearch,
  shows: ['investment_budget'],
})
export const { load } = budgets
