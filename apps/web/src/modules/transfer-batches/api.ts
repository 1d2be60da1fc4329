import { transferBatchApi } from '@pianzhang/contract/api/features'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { handled } from '../../platform/api/handled.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { batchSearch } from './search.ts'

export const batches = recordsOf(transferBatchApi, {
  key: 'transfer_batches',
  model: 'transfer_batch',
  list: batchSearch,
  shows: ['transfer_batch'],
})
export const { load } = batches

export const batchQuery = (code: string) =>
  queryOptions({
    queryKey: [batches.key, 'one', code],
    queryFn: ({ signal }) => read(transferBatchApi.show, { params: { code }, signal }),
  })

export const formatsQuery = queryOptions({
  queryKey: [batches.key, 'formats'],
  queryFn: async ({ signal }) => (await read(transferBatchApi.formats, { signal })).items,
  staleTime: 0,
})

export type Body = BodyOf<typeof transferBatchApi.create>

/** What the batch would be. */
export const previewBatch = (body: Body) => read(transferBatchApi.preview, { body, handled, timeout: 30_000 })

export const createBatch = (body: Body, idempotencyKey: string) =>
  call(transferBatchApi.create, { body, handled, idempotencyKey, timeout: 30_000 })

export const fileUrl = async (code: string): Promise<string> =>
  (await read(transferBatchApi.file, { params: { code } })).file_url

export const cancelBatch = (code: string) => call(transferBatchApi.cancel, { params: { code } })
