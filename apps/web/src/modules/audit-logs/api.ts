import type { AuditLog, AuditLogList } from '@pianzhang/contract/audit-logs'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { listOf } from '../../platform/ledger/records.ts'
import { logSearch } from './search.ts'

export const logs = listOf<AuditLogList>()({
  base: '/api/manager/audit_logs',
  key: 'audit_logs',
  list: logSearch,
  // No resource: otherwise each write of a colleague would reload the list and move the rows that a person reads.
  shows: [],
})
export const { load } = logs

/** One entry with all of its fields. An entry never changes. */
export const logQuery = (id: string) =>
  queryOptions({
    queryKey: [logs.key, 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get<AuditLog>(`${logs.base}/${encodeURIComponent(id)}`, {}, { signal, handled: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
