import type { AuditLog, AuditLogList } from '@pianzhang/contract/audit-logs'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { shows } from '../../platform/changes/refresh.ts'
import { fileOf } from '../../platform/ledger/charts.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { type LogSearch, logSearch } from './search.ts'

const BASE = '/api/manager/audit_logs'
const KEY = 'audit_logs'
// Of no resource: each write of a colleague would move the rows that a person reads.
shows([KEY])

export const logListQuery = (search: LogSearch, size: number) => {
  const params = logSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<AuditLogList>(BASE, params, options)).data)
}

export const load = listLoader(logSearch, logListQuery)

/** One entry with all of its fields. An entry never changes. */
export const logQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get<AuditLog>(`${BASE}/${encodeURIComponent(id)}`, {}, { signal, handled: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const exported = async (search: LogSearch): Promise<string | undefined> =>
  fileOf(await api.post(`${BASE}/export`, logSearch.exportParams(search), { timeout: 30_000 }))
