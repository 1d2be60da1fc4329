import type { AddedUser, ResetAnswer, User, UserList } from '@pianzhang/contract/users'
import { api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { listIfGone } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { refreshProfile } from '../../platform/session/session.ts'
import { userSearch } from './search.ts'

const records = recordsOf<User, UserList>()({
  base: '/api/manager/users',
  key: 'users',
  model: 'user',
  list: userSearch,
  shows: ['user', 'role', 'project'],
})

interface Body {
  password: string
}
/** No Idempotency-Key with a password: the server would store a hash of the password under the key. */
const keyOf = ({ password }: Body, idempotencyKey: string) => (password === '' ? idempotencyKey : undefined)

export const users = {
  ...records,
  create: (body: Body, idempotencyKey: string) =>
    api.post<AddedUser>(records.base, body, { idempotencyKey: keyOf(body, idempotencyKey), handled }),
  update: (code: string, body: Body, key: string) => records.update(code, body, keyOf(body, key)),
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
    api.put<ResetAnswer>(`${users.at(code)}/password`, {}, { idempotencyKey }),
  ).catch(listIfGone(users.key))

/** Takes an account's two-step verification away, as for a lost phone. */
export const takeSecondFactor = (code: string) =>
  api.delete(`${users.at(code)}/second_factor`).catch(listIfGone(users.key))
