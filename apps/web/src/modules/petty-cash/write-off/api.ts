import { FAILURES } from '@pianzhang/contract/errors'
import type { WriteOffList, WriteOffPreview, WriteOffResult } from '@pianzhang/contract/petty-cash'
import { queryOptions } from '@tanstack/react-query'
import type { Params } from '../../../platform/address/listSearch.ts'
import { api } from '../../../platform/api/api.ts'
import { resourceChanged, shows } from '../../../platform/changes/refresh.ts'
import { listQuery } from '../../../platform/ledger/list.ts'
import { pettyCash } from '../api.ts'

const WRITE_OFFS = `${pettyCash.base}/write_offs`

/** Writes off the complete details of a scope; thousands of them take seconds. A set that has changed is told by the dialog. */
export const writeOff = async (
  body: Params & { fingerprint: string },
  idempotencyKey: string,
): Promise<WriteOffResult> => {
  const handled = [FAILURES.stale.code]
  return (await api.post<WriteOffResult>(WRITE_OFFS, body, { idempotencyKey, timeout: 120_000, handled }))
    .data
}

/** First part of the query keys of the history. */
const HISTORY = `${pettyCash.key}/write_offs`
shows([HISTORY], 'imprest')
/** What a write-off of a scope would do now; read again after changes. */
export const previewQuery = (scope: Params) =>
  queryOptions({
    queryKey: [HISTORY, 'preview', scope],
    queryFn: async ({ signal }) =>
      (await api.ask<WriteOffPreview>(`${WRITE_OFFS}/preview`, scope, { signal, handled: true })).data,
    staleTime: 0,
    gcTime: 0,
  })
export const PAGE = 20
export const historyQuery = (page: number) => {
  const params = { page, per_page: PAGE }
  return listQuery(
    HISTORY,
    params,
    async (options) => (await api.get<WriteOffList>(WRITE_OFFS, params, options)).data,
  )
}

/** After a write-off: reloads payments, too, since it has posted some. */
export const writtenOff = async (): Promise<void> => {
  await Promise.all([resourceChanged('imprest'), resourceChanged('cost_execution')])
}
