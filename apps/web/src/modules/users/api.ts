import { userApi } from '@pianzhang/contract/api/base'
import { call } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { listIfGone } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { refreshProfile } from '../../platform/session/session.ts'
import { userSearch } from './search.ts'

const records = recordsOf(userApi, {
  key: 'users',
  model: 'user',
  list: userSearch,
  shows: ['user', 'role', 'project'],
})

/** No Idempotency-Key with a password: the server would store a hash of the password under the key. */
const keyOf = ({ password }: { password?: unknown }, idempotencyKey: string) =>
  password === '' ? idempotencyKey : undefined

export const users = {
  ...records,
  create: (body: BodyOf<typeof userApi.create>, idempotencyKey: string) =>
    call(userApi.create, { body, idempotencyKey: keyOf(body, idempotencyKey), handled }),
  update: (code: string, body: BodyOf<typeof userApi.update>, key: string) =>
    records.update(code, body, keyOf(body, key)),
  /** After a write: reloads the lists, and the name in the bar, as the account may be this person's own. */
  changed: async (): Promise<void> => {
    // Failures have been reported by the calls.
    await Promise.allSettled([resourceChanged('user'), refreshProfile()])
  },
}
export const { load } = users

/** Resets the password; resolves to the initial one that the server made. */
export const resetPassword = (code: string) =>
  underKey(`password ${code}`, (idempotencyKey) =>
    call(userApi.resetPassword, { params: { code }, body: {}, idempotencyKey }),
  ).catch(listIfGone(users.key))

/** Takes an account's two-step verification away, as for a lost phone. */
export const takeSecondFactor = (code: string) =>
  call(userApi.takeSecondFactor, { params: { code } }).catch(listIfGone(users.key))
