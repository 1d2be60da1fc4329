import type { User, UserList } from '@pianzhang/contract/users'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { isGone, listIfGone } from '../../platform/ledger/list.ts'
import { at, BASE, KEY } from './api.ts'

export interface UserForm {
  name: string
  post: string
  phone: string
  /** '': the default for a new account, unchanged for an existing one. */
  password: string
  /** Undefined: locked, and left as it is; so are the next ones. */
  status?: '0' | '1' | undefined
  role_code?: string | null | undefined
  project_codes?: string[] | undefined
  version?: number | undefined
}

/** Without the key where there is a password: the server would store a hash of it under the key. */
const optionsOf = ({ password }: UserForm, idempotencyKey: string) => ({
  handled,
  ...(password === '' && { idempotencyKey }),
})

export const createUser = (form: UserForm, key: string): Promise<Answer<User>> =>
  api.post<User>(BASE, form, optionsOf(form, key))
export const updateUser = (code: string, form: UserForm, key: string): Promise<Answer<User>> =>
  api.put<User>(at(code), form, optionsOf(form, key)).catch(listIfGone(KEY))

/** As it is now; undefined: deleted meanwhile. */
export const latestUser = (code: string): Promise<User | undefined> =>
  api.get<User>(at(code), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )

/** Who can become the super administrator: the other accounts that are enabled. */
export const receivers = async (own: string): Promise<User[]> => {
  const { data } = await api.get<UserList>(BASE, { status: '0', per_page: 1000 })
  return data.items.filter(({ code }) => code !== own)
}

/** Both sessions end with it. */
export const transferTo = (code: string, receiver: string) =>
  api.delete(`${at(code)}/transfer?transfer_user_code=${encodeURIComponent(receiver)}`, undefined, {
    handled,
  })
