import type { User, UserList } from '@pianzhang/contract/users'
import { api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { users } from './api.ts'

/** The accounts that can become super administrator: all others that are enabled. */
export const receivers = async (own: string): Promise<User[]> => {
  const { data } = await api.get<UserList>(users.base, { status: '0', per_page: 1000 })
  return data.items.filter(({ code }) => code !== own)
}

/** The transfer ends the sessions of both accounts. */
export const transferTo = (code: string, receiver: string) =>
  api.delete(`${users.at(code)}/transfer?transfer_user_code=${encodeURIComponent(receiver)}`, undefined, {
    handled,
  })
