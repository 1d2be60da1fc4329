import type { RoleDetail, RoleList } from '@pianzhang/contract/roles'
import { api } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listIfGone, listLoader, listQuery } from '../../platform/ledger/list.ts'
import { refreshProfile } from '../../platform/session/session.ts'
import { type RoleSearch, roleSearch } from './search.ts'

export const BASE = '/api/manager/roles'
export const KEY = 'roles'
shows([KEY], 'role')

export const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const roleListQuery = (search: RoleSearch, size: number) => {
  const params = roleSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<RoleList>(BASE, params, options)).data)
}

export const load = listLoader(roleSearch, roleListQuery)

/** `status` 1 disables, 0 enables. */
export const setRoleStatus = (code: string, status: 0 | 1) =>
  api.post<RoleDetail>(`${at(code)}/status`, { status }).catch(listIfGone(KEY))

export const removeRole = (code: string) => api.delete(at(code)).catch(listIfGone(KEY))

/** After a write: the lists, the options of fields, and the rights and menu of this person, whose own role it may be. */
export async function rolesChanged(): Promise<void> {
  // What fails has been reported by the calls.
  await Promise.allSettled([resourceChanged('role'), refreshProfile()])
}
