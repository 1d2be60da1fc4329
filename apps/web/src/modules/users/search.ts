import type { UserQuery } from '@pianzhang/contract/users'
import type { z } from 'zod'
import { addressFlag, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  role_code: addressText,
  project_code: addressText,
  status: addressFlag,
}
filters satisfies Record<Exclude<keyof UserQuery, 'page' | 'per_page'>, z.ZodType>

/** URL parameters of the list of accounts. */
export const userSearch = listSearch({ name: 'users', filters })
export type UserFilter = FilterOf<typeof userSearch>
