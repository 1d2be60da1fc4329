import { selectApi } from '@pianzhang/contract/api/views'
import { useSelect } from '../../platform/ledger/selects.ts'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, datesFilter, importFilter, listFilter, selectFilter } from '../../ui/filters/filter.tsx'
import { useContractFilter } from '../contract-picker/useContractFilter.ts'
import type { ReceiptFilter } from './search.ts'

/** Filters of receipts. */
export function useFilters({ contract_code }: ReceiptFilter): FilterParts<ReceiptFilter> {
  return {
    keywords: { label: '投资方/说明', placeholder: '投资方、说明或合同编号' },
    filters: [
      datesFilter('收款时间', 'start_investment_at', 'end_investment_at'),
      selectFilter('投资类型', 'categories', useSelect(selectApi.investmentTypes, 'investment_category')),
      listFilter('投资方', 'investors', (investor) => investor),
      useContractFilter(contract_code),
      importFilter,
      codesFilter,
    ],
  }
}
