import { useCan } from '../../platform/session/session.ts'
import { FilterButtons, FilterRow, Keywords, useFilterValues } from '../../ui/filters/FilterRow.tsx'
import { type Filter, tagsOf, valueFilter } from '../../ui/filters/filter.tsx'
import { useContract } from '../contracts/picker/selects.ts'
import type { ReminderFilter } from './search.ts'

/** Words, and a contract through links of other pages only, so that one has a tag and no field. */
export function useReminderFilters({ contract_code }: ReminderFilter): Filter<ReminderFilter>[] {
  const contract = useContract(contract_code, useCan()('contract', 'read'))
  return [
    valueFilter('关键词', 'keywords', (words) => words),
    valueFilter('合同', 'contract_code', (code) => contract?.out_code ?? code),
  ]
}

interface Props {
  filters: readonly Filter<ReminderFilter>[]
  /** What the address says. */
  filter: ReminderFilter
  onApply: (filter: ReminderFilter) => void
}

export function Filters({ filters, filter, onApply }: Props) {
  const { values, replace, set } = useFilterValues(filter)
  const reset = () => {
    replace({})
    onApply({})
  }
  return (
    <FilterRow
      onApply={() => onApply({ ...values, keywords: values.keywords?.trim() || undefined })}
      onReset={reset}
      tags={tagsOf(filters, filter, onApply)}
    >
      <Keywords
        label="合同编号/提醒内容"
        placeholder="合同编号、主体或提醒内容"
        value={values.keywords}
        onChange={(keywords) => set({ keywords })}
      />
      <FilterButtons onReset={reset} />
    </FilterRow>
  )
}
