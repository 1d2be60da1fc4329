import type { WriteOffList, WriteOffPreview, WriteOffResult } from '@pianzhang/contract/imprests'
import { api } from '../../../platform/api/api.ts'
import { resourceChanged, shows } from '../../../platform/changes/refresh.ts'
import { listQuery } from '../../../platform/ledger/list.ts'
import { imprests } from '../api.ts'

const WRITE_OFFS = `${imprests.base}/write_offs`

/** What a write-off would do now. */
export const previewWriteOff = async (): Promise<WriteOffPreview> =>
  (await api.get<WriteOffPreview>(`${WRITE_OFFS}/preview`)).data

/** Writes off the complete details; thousands of them take seconds. */
export const writeOff = async (idempotencyKey: string): Promise<WriteOffResult> =>
  (await api.post<WriteOffResult>(WRITE_OFFS, undefined, { idempotencyKey, timeout: 120_000 })).data

/** First part of the query keys of the history. */
const HISTORY = `${imprests.key}/write_offs`
shows([HISTORY], 'imprest')
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
