import { useQuery } from '@tanstack/react-query'
import { useLoaded } from '../../../platform/ledger/selects.ts'
import type { FilterParts } from '../../../ui/filters/FilterBar.tsx'
import { datesFilter, selectFilter } from '../../../ui/filters/filter.tsx'
import { everyVersionQuery } from '../api.ts'
import type { MoveFilter } from '../search.ts'
import { useSubjectFilters } from './useSubjectFilters.tsx'

/** Filters of moves. */
export function useFilters(): FilterParts<MoveFilter> {
  const versions = useLoaded(
    useQuery({
      ...everyVersionQuery,
      select: ({ items }) => items.map(({ code, no, name }) => ({ value: code, label: `第${no}版 ${name}` })),
    }),
  )
  const [from, to] = useSubjectFilters()
  return {
    keywords: { label: '调剂原因', placeholder: '调剂原因或编号' },
    filters: [datesFilter('调剂日期', 'start_moved_at', 'end_moved_at'), from, to],
    folded: [selectFilter('预算版本', 'version_codes', versions)],
  }
}
