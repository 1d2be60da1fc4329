import { auditLogApi } from '@pianzhang/contract/api/views'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../platform/api/api.ts'
import { listOf } from '../../platform/ledger/records.ts'
import { logSearch } from './search.ts'

export const logs = listOf(auditLogApi, {
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
    queryFn: ({ signal }) => read(auditLogApi.show, { params: { id }, signal, handled: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
