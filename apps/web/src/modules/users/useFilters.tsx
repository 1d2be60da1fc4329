import { STATUSES } from '@pianzhang/contract/lists'
import type { Model } from '@pianzhang/contract/permissions'
import { useMemo } from 'react'
import { type Loaded, type Option, useSelect } from '../../platform/ledger/selects.ts'
import { type Filter, valueFilter } from '../../ui/filters/filter.tsx'
import type { LedgerFilterParts } from '../../ui/filters/LedgerFilters.tsx'
import styles from '../../ui/filters/ListFilters.module.css'
import { laterField } from '../../ui/filters/lateFields.tsx'
import type { UserFilter } from './search.ts'

const FilterSelect = laterField(
  () => import('./FilterSelect.tsx'),
  ({ name }) => [{ placeholder: `请选择${name}`, name }],
)

const STATUS: Loaded<Option[]> = {
  items: STATUSES.map(({ code, label }) => ({ value: code, label })),
  state: { failed: false, loading: false, retry: () => {} },
}

const choice = (
  name: string,
  key: Exclude<keyof UserFilter, 'keywords'>,
  options: Loaded<Option[]>,
): Filter<UserFilter> =>
  valueFilter(
    name,
    key,
    (value) => options.items?.find((option) => option.value === value)?.label ?? value,
    (value, set) => (
      <FilterSelect className={styles.field} name={name} options={options} value={value} onChange={set} />
    ),
  ) as Filter<UserFilter>

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
