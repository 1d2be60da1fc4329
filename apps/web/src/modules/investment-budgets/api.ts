import type { InvestmentBudgetList } from '@pianzhang/contract/investment-budgets'
import { api } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { removalCalls } from '../../platform/ledger/removalCalls.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import { type BudgetSearch, budgetSearch } from './search.ts'

export const BASE = '/api/manager/investment_budgets'
export const KEY = 'investment_budgets'
shows([KEY], 'investment_budget')

export const budgetListQuery = (search: BudgetSearch, size: number) => {
  const params = budgetSearch.listParams(search, size)
  return listQuery(
    KEY,
    params,
    async (options) => (await api.get<InvestmentBudgetList>(BASE, params, options)).data,
  )
}
export const load = listLoader(budgetSearch, budgetListQuery)

export const removal = removalCalls(BASE, KEY)
export const sheets = sheetCalls(BASE)

/** After a write: the list with its total, and the comparison with receipts. */
export const budgetsChanged = (): Promise<void> => resourceChanged('investment_budget')
