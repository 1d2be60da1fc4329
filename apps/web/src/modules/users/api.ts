import type { User, UserList } from '@pianzhang/contract/users'
import { api } from '../../platform/api/api.ts'
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
  create: (body: Body, key: string) => records.create(body, keyOf(body, key)),
  update: (code: string, body: Body, key: string) => records.update(code, body, keyOf(body, key)),
  /** After a write: reloads the lists, and the name in the bar, as the account may be this person's own. */
  changed: async (): Promise<void> => {
    // Failures have been reported by the calls.
    await Promise.allSettled([resourceChanged('user'), refreshProfile()])
  },
}
export const { load } = users

/** Resets to the default password, the last 8 digits of the phone number. */
export const resetPassword = (code: string) =>
  underKey(`password ${code}`, (idempotencyKey) =>
    api.put(`${users.at(code)}/password`, {}, { idempotencyKey }),
  ).catch(listIfGone(users.key))
