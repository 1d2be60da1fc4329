import { useCan } from '../../platform/session/session.ts'
import { tagsOf, valueFilter } from '../../ui/filters/filter.tsx'
import { FilterButtons, Keywords, ListFilters, useFilterValues } from '../../ui/filters/ListFilters.tsx'
import { useContract } from '../contracts/picker/selects.ts'
import type { ReminderFilter } from './search.ts'

interface Props {
  /** What the address says. */
  filter: ReminderFilter
  onApply: (filter: ReminderFilter) => void
}

/** By words; by a contract only through links of other pages, so that one has a tag and no field. */
export function Filters({ filter, onApply }: Props) {
  const contract = useContract(filter.contract_code, useCan()('contract', 'read'))
  const { values, replace, set } = useFilterValues(filter)
  const reset = () => {
    replace({})
    onApply({})
  }
  const filters = [
    valueFilter('关键词', 'keywords', (words) => words),
    valueFilter('合同', 'contract_code', (code) => contract?.out_code ?? code),
  ]
  return (
    <ListFilters
      onApply={() => onApply({ ...values, keywords: values.keywords?.trim() || undefined })}
      onReset={reset}
      tags={tagsOf<ReminderFilter>(filters, filter, onApply)}
    >
      <Keywords
        label="合同编号/提醒内容"
        placeholder="合同编号、主体或提醒内容"
        value={values.keywords}
        onChange={(keywords) => set({ keywords })}
      />
      <FilterButtons onReset={reset} />
    </ListFilters>
  )
}
