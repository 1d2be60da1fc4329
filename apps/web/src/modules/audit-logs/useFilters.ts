import { selectApi } from '@pianzhang/contract/api/views'
import { AUDIT_RESOURCES } from '@pianzhang/contract/audit-logs'
import { useMemo } from 'react'
import { fixedOptions, useSelect } from '../../platform/ledger/selects.ts'
import { choiceFilter } from '../../ui/filters/choiceFilter.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { datesFilter, type Filter } from '../../ui/filters/filter.tsx'
import type { LogFilter } from './search.ts'

const RESOURCES = fixedOptions(AUDIT_RESOURCES.map(({ value, label }) => ({ value, label })))

/** Filters by the record's name, person, resource and time. */
export function useFilters(): FilterParts<LogFilter> {
  const people = useSelect(selectApi.logUsers, 'user')
  return useMemo(
    () => ({
      keywords: { label: '对象', placeholder: '对象名称或编号' },
      filters: [
        choiceFilter<LogFilter>('操作人', 'user_code', people),
        choiceFilter<LogFilter>('资源', 'resource', RESOURCES),
        datesFilter('时间', 'start_at', 'end_at') as Filter<LogFilter>,
      ],
    }),
    [people],
  )
}
