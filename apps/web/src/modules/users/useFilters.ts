import { selectApi } from '@pianzhang/contract/api/views'
import { STATUSES } from '@pianzhang/contract/lists'
import { useMemo } from 'react'
import { fixedOptions, useSelect } from '../../platform/ledger/selects.ts'
import { choiceFilter } from '../../ui/filters/choiceFilter.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import type { UserFilter } from './search.ts'

const STATUS = fixedOptions(STATUSES.map(({ code, label }) => ({ value: code, label })))

/** Filters by keywords, role, project and status. */
export function useFilters(): FilterParts<UserFilter> {
  const roles = useSelect(selectApi.roles, 'role')
  const projects = useSelect(selectApi.projects, 'project')
  return useMemo(
    () => ({
      keywords: { label: '姓名/手机号', placeholder: '姓名、手机号或岗位' },
      filters: [
        choiceFilter<UserFilter>('角色', 'role_code', roles),
        choiceFilter<UserFilter>('项目', 'project_code', projects),
        choiceFilter<UserFilter>('状态', 'status', STATUS),
      ],
    }),
    [roles, projects],
  )
}
