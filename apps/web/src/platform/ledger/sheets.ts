import type { ImportPreview, ImportResult, TemplateAnswer } from '@pianzhang/contract/imports'
import type { Params } from '../address/listSearch.ts'
import { api } from '../api/api.ts'
import { type Progress, stream } from '../api/stream.ts'
import { fileOf } from './charts.ts'

type OnProgress = (progress: Progress | null) => void

/** The calls of a ledger's import and export. `base`: path of its API. */
export const sheetCalls = (base: string) => ({
  template: async (): Promise<TemplateAnswer> =>
    (await api.get<TemplateAnswer>(`${base}/import_template`)).data,
  preview: (attachment_code: string, onProgress: OnProgress, signal: AbortSignal) =>
    stream<ImportPreview>(`${base}/import/preview`, { attachment_code }, onProgress, {
      signal,
      handled: true,
      asks: true,
    }),
  run: (attachment_code: string, onProgress: OnProgress, signal: AbortSignal) =>
    stream<ImportResult>(`${base}/import`, { attachment_code }, onProgress, { signal, handled: true }),
  /** Returns the spreadsheet URL of all records that match the filter, in the list's order. */
  exported: async (params: Params): Promise<string | undefined> =>
    fileOf(await api.ask(`${base}/export`, params, { timeout: 30_000 })),
})
