import type { UserQuery } from '@pianzhang/contract/users'
import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  role_code: addressText,
  project_code: addressText,
  status: z.enum(['0', '1']).optional().catch(undefined),
}
filters satisfies Record<Exclude<keyof UserQuery, 'page' | 'per_page'>, z.ZodType>

/** URL parameters of the list of accounts. */
export const userSearch = listSearch({ name: 'users', filters })
export type UserFilter = FilterOf<typeof userSearch>
