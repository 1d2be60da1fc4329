import { useCan } from '../../platform/session/session.ts'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { valueFilter } from '../../ui/filters/filter.tsx'
import { useContract } from '../contracts/picker/selects.ts'
import type { ReminderFilter } from './search.ts'

/** Words, and a contract through links of other pages only, so that one has a tag and no field. */
export function useFilters({ contract_code }: ReminderFilter): FilterParts<ReminderFilter> {
  const contract = useContract(contract_code, useCan()('contract', 'read'))
  return {
    keywords: { label: '合同编号/提醒内容', placeholder: '合同编号、主体或提醒内容' },
    filters: [valueFilter('合同', 'contract_code', (code) => contract?.out_code ?? code)],
  }
}
