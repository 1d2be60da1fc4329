import { selectApi } from '@pianzhang/contract/api/views'
import { useSelect } from '../../platform/ledger/selects.ts'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, importFilter, selectFilter, textFilter, valueFilter } from '../../ui/filters/filter.tsx'
import type { ContractFilter } from './search.ts'

/** Filters of contracts. */
export const useFilters = (): FilterParts<ContractFilter> => ({
  keywords: { label: '合同编号/主体/证件号码', placeholder: '合同编号、主体或证件号码' },
  filters: [
    selectFilter('合同类型', 'categories', useSelect(selectApi.contractTypes)),
    textFilter('收款户名', 'income_bankcard_username'),
  ],
  folded: [
    textFilter('收款账号', 'income_bankcard_account'),
    textFilter('收款开户行', 'income_bank_name'),
    importFilter,
    codesFilter,
    // Only the cost report links to it.
    valueFilter('科目分摊', 'unallocated', () => '有未分摊金额'),
  ],
})
