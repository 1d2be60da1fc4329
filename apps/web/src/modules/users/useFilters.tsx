import { STATUSES } from '@pianzhang/contract/lists'
import type { Model } from '@pianzhang/contract/permissions'
import { useMemo } from 'react'
import { type Loaded, type Option, useSelect } from '../../platform/ledger/selects.ts'
import { choiceFilter, fixedOptions } from '../../ui/filters/choiceFilter.tsx'
import type { LedgerFilterParts } from '../../ui/filters/LedgerFilters.tsx'
import type { UserFilter } from './search.ts'

const STATUS = fixedOptions(STATUSES.map(({ code, label }) => ({ value: code, label })))

const choice = (name: string, key: Exclude<keyof UserFilter, 'keywords'>, options: Loaded<Option[]>) =>
  choiceFilter<UserFilter>(name, key, options)

/** By words, role, project and status. */
export function useFilters(): LedgerFilterParts<UserFilter> {
  const roles = useSelect('roles', ...ROLE)
  const projects = useSelect('projects', ...PROJECT)
  return useMemo(
    () => ({
      keywords: { label: '姓名/手机号', placeholder: '姓名、手机号或岗位' },
      filters: [
        choice('角色', 'role_code', roles),
        choice('项目', 'project_code', projects),
        choice('状态', 'status', STATUS),
      ],
    }),
    [roles, projects],
  )
}
const ROLE: readonly Model[] = ['role']
const PROJECT: readonly Model[] = ['project']
