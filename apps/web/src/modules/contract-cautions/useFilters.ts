import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { useContractFilter } from '../contracts/picker/useContractFilter.ts'
import type { ReminderFilter } from './search.ts'

/** Words, and a contract through links of other pages only, so that one has a tag and no field. */
export const useFilters = ({ contract_code }: ReminderFilter): FilterParts<ReminderFilter> => ({
  keywords: { label: '合同编号/提醒内容', placeholder: '合同编号、主体或提醒内容' },
  filters: [useContractFilter(contract_code)],
})
