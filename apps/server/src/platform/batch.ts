import { code, many } from '@pianzhang/contract/page'
import { z } from 'zod'
import { invalid } from './errors.ts'

/** A batch delete names its records in the body or in the query (api.md §1). */
const named = z.object({ codes: many(code) })
export const batchSchemas = { query: named, body: named.nullish() }

type Named = z.output<typeof named>
export interface BatchInput {
  params: unknown
  query: Named
  body: Named | null | undefined
}

/** The codes, each once. Throws 422 when there is none. */
export function codesOf({ query, body }: BatchInput): string[] {
  const codes = [...new Set([...query.codes, ...(body?.codes ?? [])])]
  if (codes.length === 0) throw invalid([{ field: 'codes', message: '请选择删除项' }])
  return codes
}
