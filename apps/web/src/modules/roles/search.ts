import type { RoleQuery } from '@pianzhang/contract/roles'
import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'
import { listSearch } from '../../platform/address/listSearch.ts'

const filters = { name: addressText }
filters satisfies Record<Exclude<keyof RoleQuery, 'page' | 'per_page'>, z.ZodType>

/** What the address of the list of roles may say. */
export const roleSearch = listSearch({ name: 'roles', filters })

const detail = z.object({ code: addressText })
/** The address of a role's page: without `code` it is for a new one. */
export const parseDetail = (raw: object) => detail.parse(raw)
