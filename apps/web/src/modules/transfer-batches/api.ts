import type {
  TransferBatch,
  TransferBatchList,
  TransferBatchShown,
  TransferFormats,
  TransferPreview,
} from '@pianzhang/contract/transfer-batches'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { batchSearch } from './search.ts'

export const batches = recordsOf<TransferBatch, TransferBatchList>()({
  base: '/api/manager/transfer_batches',
  key: 'transfer_batches',
  model: 'transfer_batch',
  list: batchSearch,
  shows: ['transfer_batch'],
})
export const { load } = batches

export const batchQuery = (code: string) =>
  queryOptions({
    queryKey: [batches.key, 'one', code],
    queryFn: async ({ signal }) =>
      (await api.get<TransferBatchShown>(batches.at(code), undefined, { signal })).data,
  })

export const formatsQuery = queryOptions({
  queryKey: [batches.key, 'formats'],
  queryFn: async ({ signal }) =>
    (await api.get<TransferFormats>(`${batches.base}/formats`, undefined, { signal })).data.items,
  staleTime: 0,
})

export interface Body {
  bank: string
  pay_account: string
  pay_account_name: string
  pay_bank_name: string
  urgent: boolean
  codes: readonly string[]
  digest: string | null
}

/** What the batch would be. */
export const previewBatch = async (body: Body): Promise<TransferPreview> =>
  (await api.ask<TransferPreview>(`${batches.base}/preview`, body, { handled, timeout: 30_000 })).data

export const createBatch = (body: Body, idempotencyKey: string) =>
  api.post<TransferBatch & { file_url: string }>(batches.base, body, {
    handled,
    idempotencyKey,
    timeout: 30_000,
  })

export const fileUrl = async (code: string): Promise<string> =>
  (await api.post<{ file_url: string }>(`${batches.at(code)}/file`)).data.file_url

export const cancelBatch = (code: string) => api.post<TransferBatch>(`${batches.at(code)}/cancel`)
