import type { AuditLogFilters } from '@pianzhang/contract/audit-logs'
import type { z } from 'zod'
import { addressDay, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  user_code: addressText,
  resource: addressText,
  start_at: addressDay,
  end_at: addressDay,
}
filters satisfies Record<keyof AuditLogFilters, z.ZodType>

/** URL parameters of the operation log. */
export const logSearch = listSearch({ name: 'audit-logs', filters })
export type LogFilter = FilterOf<typeof logSearch>
