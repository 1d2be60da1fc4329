import { roleApi } from '@pianzhang/contract/api/base'
import { call } from '../../platform/api/api.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { listIfGone } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { refreshProfile } from '../../platform/session/session.ts'
import { roleSearch } from './search.ts'

export const roles = {
  ...recordsOf(roleApi, {
    key: 'roles',
    model: 'role',
    list: roleSearch,
    shows: ['role'],
  }),
  /** After a write: reloads lists and options of fields, and the rights and menu of this person, as the role may be their own. */
  changed: async (): Promise<void> => {
    // Failures have been reported by the calls.
    await Promise.allSettled([resourceChanged('role'), refreshProfile()])
  },
}
export const { load } = roles

/** `status` 1 disables, 0 enables. */
export const setRoleStatus = (code: string, status: 0 | 1) =>
  call(roleApi.setStatus, { params: { code }, body: { status } }).catch(listIfGone(roles.key))
