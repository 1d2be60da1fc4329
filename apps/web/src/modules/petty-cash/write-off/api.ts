import { writeOffApi } from '@pianzhang/contract/api/books'
import { FAILURES } from '@pianzhang/contract/errors'
import { queryOptions } from '@tanstack/react-query'
import type { Params } from '../../../platform/address/listSearch.ts'
import { read } from '../../../platform/api/api.ts'
import { resourceChanged, shows } from '../../../platform/changes/refresh.ts'
import { listQuery } from '../../../platform/ledger/list.ts'
import { pettyCash } from '../api.ts'

/** Writes off the complete details of a scope; thousands of them take seconds. A set that has changed is told by the dialog. */
export const writeOff = (body: Params & { fingerprint: string }, idempotencyKey: string) =>
  read(writeOffApi.create, { body, idempotencyKey, timeout: 120_000, handled: [FAILURES.stale.code] })

/** First part of the query keys of the history. */
const HISTORY = `${pettyCash.key}/write_offs`
shows([HISTORY], 'imprest')
/** What a write-off of a scope would do now; read again after changes. */
export const previewQuery = (scope: Params) =>
  queryOptions({
    queryKey: [HISTORY, 'preview', scope],
    queryFn: ({ signal }) => read(writeOffApi.previewScope, { body: scope, signal, handled: true }),
    staleTime: 0,
    gcTime: 0,
  })
export const PAGE = 20
export const historyQuery = (page: number) => {
  const query = { page, per_page: PAGE }
  return listQuery(HISTORY, query, (options) => read(writeOffApi.list, { query, ...options }))
}

/** After a write-off: reloads payments, too, since it has posted some. */
export const writtenOff = async (): Promise<void> => {
  await Promise.all([resourceChanged('imprest'), resourceChanged('cost_execution')])
}
