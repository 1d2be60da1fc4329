import type { z } from 'zod'
import type { batchChange, batchChanged, batchCodes, batchCodesBody } from '../batch.ts'
import {
  answer,
  ask,
  body,
  type Endpoint,
  get,
  post,
  put,
  query,
  remove,
  type Shapes,
  shapes,
} from '../endpoint.ts'
import type { historyQuery, recordHistory } from '../history.ts'
import type { fileAnswer, importBody, importPreview, importResult, templateAnswer } from '../imports.ts'
import type { nothing } from '../page.ts'

// What every ledger has below its own path.

/** Deletion of one record, or of several: all or none. */
export const removeApi = (base: string) => ({
  one: remove(`${base}/:code`, answer<typeof nothing>()),
  many: remove(
    `${base}/batch`,
    shapes<{ query: typeof batchCodes; body: typeof batchCodesBody; answer: typeof nothing }>(),
  ),
})

/** Changes the same fields of several records: all or none. */
export const changeApi = <Fields extends z.ZodRawShape>(base: string) =>
  put(`${base}/batch`, body<ReturnType<typeof batchChange<Fields>>, typeof batchChanged>())

/** Who changed a record, and what. */
export const historyApi = (base: string) =>
  get(`${base}/:code/history`, query<typeof historyQuery, typeof recordHistory>())

/** Import of a spreadsheet, the check of it, and the one to fill in. */
export const importApi = (base: string) => ({
  template: get(`${base}/import_template`, answer<typeof templateAnswer>()),
  preview: ask(`${base}/import/preview`, body<typeof importBody, typeof importPreview>()),
  run: post(`${base}/import`, body<typeof importBody, typeof importResult>()),
})

/** The spreadsheet of a chart. */
export const chartFile = <S extends Shapes>({ path }: Endpoint<string, S>) =>
  get(`${path}_export`, undefined as (Omit<S, 'answer'> & { answer: typeof fileAnswer }) | undefined)
