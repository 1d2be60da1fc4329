import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { useContractFilter } from '../contract-picker/useContractFilter.ts'
import type { ReminderFilter } from './search.ts'

/** Filters by keywords and by contract. A contract comes from links of other pages only, so it has a tag but no field. */
export const useFilters = ({ contract_code }: ReminderFilter): FilterParts<ReminderFilter> => ({
  keywords: { label: '合同编号/提醒内容', placeholder: '合同编号、主体或提醒内容' },
  filters: [useContractFilter(contract_code)],
})
