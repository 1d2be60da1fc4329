import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { formatInstant, today } from '@pianzhang/contract/calendar'
import { type CellValue, type Outline, type OutSheet, writeSheet } from '@pianzhang/xlsx'
import { refused } from '../http/errors.ts'
import type { Access } from '../http/guard.ts'
import { sendSheet } from '../sheet/send.ts'
import { type SummableColumn, withTotals } from '../sheet/totals.ts'
import { acquireExportSlot, type ExportSlot } from './export-slot.ts'
import { fileLink, type LinkContext, type OpenedLink, type SignedFile } from './signed-file.ts'

/** Proxies often allow 8 KB of headers. The filters of any page fit; a thousand selected codes may not. */
const MAX_LINK = 7_000

export interface ExportContent {
  /** Name of the sheet; the file is `<project>-<name>-<day>.xlsx`. */
  name: string
  columns: SummableColumn[]
  /** The group of a row; each group gets its own sums. Null: the row is a sum itself. */
  groupOf?: (row: readonly CellValue[]) => string | null
  outline?: Outline
  /** Reads with `readRows`, which releases the slot. */
  rows(slot: ExportSlot): AsyncIterable<CellValue[][]>
}

/** What an export is made of. The operator's export of a project has neither a creator nor a request. */
export type ExportSource = Pick<OpenedLink, 'services' | 'project' | 'query'> &
  Partial<Pick<OpenedLink, 'request'>>

export interface ExportFile extends SignedFile {
  prepare(source: ExportSource): Promise<ExportContent>
}

/**
 * An export behind a signed link: rows are read while they are sent, in an export slot of the link's owner.
 * `prepare` runs before the slot is taken. Without a slot in time it fails with 429 or 503.
 */
export function exportFile(
  path: string,
  summary: string,
  access: Access<'project'>,
  prepare: ExportFile['prepare'],
): ExportFile {
  return {
    path,
    summary,
    access,
    bulk: true,
    prepare,
    async send(link) {
      return await sendExport(link, link.project.name, await prepare(link))
    },
  }
}

/** Waits for a slot of the link's owner and answers the rows as `<of>-<name>-<day>.xlsx`. Without a slot in time it fails with 429 or 503. */
export async function sendExport(
  { services, reply, owner }: Pick<OpenedLink, 'services' | 'reply' | 'owner'>,
  of: string,
  content: ExportContent,
) {
  const slot = await acquireExportSlot(services, owner, reply)
  const fileName = `${of}-${content.name}-${today(services.clock())}.xlsx`
  return await sendSheet(services, reply, fileName, writeSheet([sheetOf(content, slot)]))
}

/** The sheet of an export, with its sums. */
export const sheetOf = (
  { name, columns, rows, groupOf, outline }: ExportContent,
  slot: ExportSlot,
): OutSheet => ({
  name,
  columns,
  rows: withTotals(columns, rows(slot), groupOf),
  ...(outline && { outline }),
})

/**
 * A signed link to an export that contains the list's filters, from the body, the query, or both, and `signed`.
 * Throws 422 if it is too long.
 */
export const exportLink = (
  context: LinkContext,
  path: string,
  filters: Filters,
  signed: Record<string, string> = {},
): string => fileLink(context, path, { ...signed, filters: packFilters(filters) })

interface Filters {
  query: object
  body: object | null | undefined
}

/** The filters as a parameter of a signed link, for `filtersOf`. Throws 422 if they are too long for one. */
export function packFilters(filters: Filters): string {
  const packed = deflateRawSync(JSON.stringify(mergedFilters(filters))).toString('base64url')
  if (packed.length > MAX_LINK) throw refused('筛选条件过多，请减少后再导出')
  return packed
}

/** The filters of query and body, as `filtersOf` reads them. */
export const mergedFilters = ({ query, body }: Filters): object => ({
  ...nonEmpty(query),
  ...nonEmpty(body ?? {}),
})

/** Omits absent and empty filters, so that an empty value in the body does not override the query's. */
const nonEmpty = (filters: object) =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]: [string, unknown]) =>
      [value].flat().some((one) => one !== undefined && one !== ''),
    ),
  )

/** The filters that `packFilters` packed, to be parsed by the list query's schema. */
export const filtersOf = ({ query }: Pick<OpenedLink, 'query'>): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(query.filters ?? '', 'base64url')).toString())

/** An instant to the minute, as exports show it. */
export const minuteOf = (at: Date): string => formatInstant(at).slice(0, 16).replace('T', ' ')
