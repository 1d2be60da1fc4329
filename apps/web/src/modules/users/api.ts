import type { UserList } from '@pianzhang/contract/users'
import { api } from '../../platform/api/api.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listIfGone, listLoader, listQuery } from '../../platform/ledger/list.ts'
import { refreshProfile } from '../../platform/session/session.ts'
import { type UserSearch, userSearch } from './search.ts'

export const BASE = '/api/manager/users'
export const KEY = 'users'
shows([KEY], 'user', 'role', 'project')

export const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const userListQuery = (search: UserSearch, size: number) => {
  const params = userSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<UserList>(BASE, params, options)).data)
}

export const load = listLoader(userSearch, userListQuery)

export const removeUser = (code: string) => api.delete(at(code)).catch(listIfGone(KEY))

/** To the default one, the phone number's last 8 digits. */
export const resetPassword = (code: string) =>
  underKey(`password ${code}`, (idempotencyKey) =>
    api.put(`${at(code)}/password`, {}, { idempotencyKey }),
  ).catch(listIfGone(KEY))

/** After a write: the lists, and the name in the bar, as the account may be this person's own. */
export async function usersChanged(): Promise<void> {
  // What fails has been reported by the calls.
  await Promise.allSettled([resourceChanged('user'), refreshProfile()])
}
