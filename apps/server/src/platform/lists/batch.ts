import { removeApi } from '@pianzhang/contract/api/ledger'
import { batchCodes, batchCodesBody } from '@pianzhang/contract/batch'
import { code, nothing } from '@pianzhang/contract/page'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import { invalid } from '../http/errors.ts'
import type { Access } from '../http/guard.ts'
import { type ContextOf, type Route, write } from '../http/route.ts'

/**
 * `DELETE <path>/batch` and `DELETE <path>/:code`. `remove` gets each code once and deletes all or none: it throws
 * 404 if one is missing.
 */
export function removeRoutes<S extends 'company' | 'project'>(
  path: string,
  record: string,
  access: Access<S>,
  remove: (tx: Tx, context: ContextOf<S>, codes: string[]) => Promise<void>,
): Route[] {
  const { one, many } = removeApi(path)
  return [
    write(
      many,
      {
        summary: `Delete several ${record}s, all or none`,
        access,
        query: batchCodes,
        body: batchCodesBody,
        answer: nothing,
        writeMs: 28_000,
      },
      async (tx, context, input) => {
        const codes = [...new Set([...input.query.codes, ...(input.body?.codes ?? [])])]
        if (codes.length === 0) throw invalid([{ field: 'codes', message: '请选择删除项' }])
        await remove(tx, context, codes)
        return {}
      },
    ),
    write(
      one,
      { summary: `Delete a ${record}`, access, params: z.object({ code }), answer: nothing },
      async (tx, context, { params }) => {
        await remove(tx, context, [params.code])
        return {}
      },
    ),
  ]
}
