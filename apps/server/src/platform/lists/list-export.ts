import type { Endpoint } from '@pianzhang/contract/endpoint'
import { fileAnswer } from '@pianzhang/contract/imports'
import type { Action, Model } from '@pianzhang/contract/permissions'
import type { z } from 'zod'
import {
  type ExportContent,
  type ExportFile,
  type ExportSource,
  exportFile,
  exportLink,
  filtersOf,
  mergedFilters,
} from '../files/export-file.ts'
import { inProject } from '../http/guard.ts'
import { MANAGER, type ProjectContext, type Route, read } from '../http/route.ts'

interface ListExport<Q> {
  endpoint: Endpoint<string, { body: z.ZodType<Q>; answer: typeof fileAnswer }>
  model: Model
  /** The action that it needs, for a resource that has no `export`. */
  right?: Action
  /** One English line for the OpenAPI document. */
  summary: string
  /** The list's filters and its order. */
  query: z.ZodType<Q>
  /** Signed values besides the filters, such as for full numbers; whether the creator has the right to them is checked when the link is opened. */
  sign?(context: ProjectContext): Record<string, string>
  /** Refuses filters that the schema lets pass: before there is a link, and again when it is opened. */
  check?(of: Pick<ExportSource, 'services'> & { project: { id: bigint } }, filters: Q): unknown
  prepare(link: ExportSource, filters: Q): Promise<ExportContent>
}

/**
 * The export of a list. `route` answers a signed link that contains the filters, from the body, the query, or both;
 * `file` is the target of the link and reads the rows while they are downloaded.
 */
export function listExport<Q>({
  endpoint,
  model,
  right = 'export',
  summary,
  query,
  sign,
  check,
  prepare,
}: ListExport<Q>): {
  route: Route
  file: ExportFile
} {
  const filePath = `${MANAGER}${endpoint.path}/file`
  const access = inProject(model, right)
  return {
    route: read(
      // The filters may be in the address, too (api.md §1).
      endpoint as Endpoint,
      { summary, access, query, body: query.nullish(), answer: fileAnswer },
      async (_db, context, input) => {
        const filters = { query: input.query as object, body: input.body as object }
        await check?.(context, query.parse(mergedFilters(filters)))
        return { file_url: exportLink(context, filePath, filters, sign?.(context)) }
      },
    ),
    file: exportFile(filePath, `${summary}, by its signed address`, access, async (link) => {
      const filters = query.parse(filtersOf(link))
      await check?.(link, filters)
      return await prepare(link, filters)
    }),
  }
}
