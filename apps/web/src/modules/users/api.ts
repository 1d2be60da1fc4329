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
/** Without the key where there is a password: the server would store a hash of it under the key. */
const keyOf = ({ password }: Body, idempotencyKey: string) => (password === '' ? idempotencyKey : undefined)

export const users = {
  ...records,
  create: (body: Body, key: string) => records.create(body, keyOf(body, key)),
  update: (code: string, body: Body, key: string) => records.update(code, body, keyOf(body, key)),
  /** After a write: the lists, and the name in the bar, as the account may be this person's own. */
  changed: async (): Promise<void> => {
    // What fails has been reported by the calls.
    await Promise.allSettled([resourceChanged('user'), refreshProfile()])
  },
}
export const { load } = users

/** To the default one, the phone number's last 8 digits. */
export const resetPassword = (code: string) =>
  underKey(`password ${code}`, (idempotencyKey) =>
    api.put(`${users.at(code)}/password`, {}, { idempotencyKey }),
  ).catch(listIfGone(users.key))
