import type { RoleQuery } from '@pianzhang/contract/roles'
import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'
import { listSearch } from '../../platform/address/listSearch.ts'

const filters = { name: addressText }
filters satisfies Record<Exclude<keyof RoleQuery, 'page' | 'per_page'>, z.ZodType>

/** URL parameters of the list of roles. */
export const roleSearch = listSearch({ name: 'roles', filters })

const detail = z.object({ code: addressText })
/** URL parameters of a role's page; without `code` the page is for a new role. */
export const parseDetail = (raw: object) => detail.parse(raw)
