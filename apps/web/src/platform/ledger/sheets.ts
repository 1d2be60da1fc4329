import { importApi } from '@pianzhang/contract/api/ledger'
import type { Endpoint } from '@pianzhang/contract/endpoint'
import type { fileAnswer } from '@pianzhang/contract/imports'
import type { z } from 'zod'
import type { Params } from '../address/listSearch.ts'
import { read, readAny } from '../api/api.ts'
import { type Progress, stream } from '../api/stream.ts'

type OnProgress = (progress: Progress | null) => void

/** The calls of a ledger's import. `base`: of its endpoints. */
export const sheetCalls = (base: string) => {
  const { template, preview, run } = importApi(base)
  return {
    template: () => read(template),
    preview: (attachment_code: string, onProgress: OnProgress, signal: AbortSignal) =>
      stream(preview, { body: { attachment_code }, signal, handled: true }, onProgress),
    run: (attachment_code: string, onProgress: OnProgress, signal: AbortSignal) =>
      stream(run, { body: { attachment_code }, signal, handled: true }, onProgress),
  }
}

/** An endpoint that answers the link of a spreadsheet. */
export type FileEndpoint = Endpoint<string, { body: z.ZodType; answer: typeof fileAnswer }>

/** The spreadsheet URL of all records that match the filter, in the list's order. */
export const exported = async <E extends FileEndpoint>(endpoint: E, params: Params = {}): Promise<string> =>
  (await readAny(endpoint, { body: params, timeout: 30_000 })).file_url
