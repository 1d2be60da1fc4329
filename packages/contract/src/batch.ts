import { z } from 'zod'
import { code, many, version } from './page.ts'

/** The most records that one request changes: as many as one may delete. */
const MAX_BATCH = 1000

/** A batch delete takes the codes from the body or from the query (api.md §1). */
export const batchCodes = z.object({ codes: many(code) })
export const batchCodesBody = batchCodes.nullish()

/**
 * The body that changes the same fields of several records, all or none. `changes`: the fields, each optional. A record carries the
 * version in which the caller saw it.
 */
export const batchChange = <Shape extends z.ZodRawShape>(changes: z.ZodObject<Shape>) =>
  z.object({
    records: z
      .array(z.object({ code, version }, '格式不正确'), '请选择修改项')
      .min(1, '请选择修改项')
      .max(MAX_BATCH, `一次最多修改 ${MAX_BATCH.toLocaleString('en')} 条记录，请分批修改`),
    changes: changes.refine(
      (fields) => Object.values(fields).some((value) => value !== undefined),
      '请选择要修改的字段',
    ),
  })

/** `unchanged`: the records that had these values already; they are not written. `lines`: of a record with lines, how many were changed. */
export const batchChanged = z.object({
  changed: z.number().int(),
  unchanged: z.number().int(),
  lines: z.number().int().optional(),
})
export type BatchChanged = z.output<typeof batchChanged>
