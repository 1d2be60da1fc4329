import type { CostBudgetFilters } from '@pianzhang/contract/cost-budgets'
import type { z } from 'zod'
import { addressList, addressTab, addressText } from '../../platform/address/address.ts'
import { listSearch, type SearchOf } from '../../platform/address/listSearch.ts'
import { ledgerTabs } from '../../platform/ledger/ledgerTabs.ts'

const filters = {
  keywords: addressText,
  subject_three_codes: addressList,
  import_code: addressText,
  codes: addressList,
}
filters satisfies Record<Exclude<keyof CostBudgetFilters, 'amount'>, z.ZodType>

/** The level of the subject chart. The filters above apply to the list only. */
const chart = {
  subject_one_code: addressText,
  subject_two_code: addressText,
  subject_three_code: addressText,
}

/** URL parameters of the cost budget's page. */
export const budgetSearch = listSearch({
  name: 'cost_budgets',
  filters,
  orders: ['subject_order', 'amount_order'],
  kept: { activeName: addressTab, ...chart },
})
export const tabs = ledgerTabs(budgetSearch)

export type BudgetSearch = SearchOf<typeof budgetSearch>
