import { userApi } from '@pianzhang/contract/api/base'
import type { User } from '@pianzhang/contract/users'
import { call, read } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'

/** The accounts that can become super administrator: all others that are enabled. */
export const receivers = async (own: string): Promise<User[]> => {
  const { items } = await read(userApi.list, { query: { status: '0', per_page: 1000 } })
  return items.filter(({ code }) => code !== own)
}

/** The transfer ends the sessions of both accounts. */
export const transferTo = (code: string, receiver: string) =>
  call(userApi.transfer, { params: { code }, query: { transfer_user_code: receiver }, handled })
