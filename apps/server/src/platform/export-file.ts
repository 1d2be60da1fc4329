import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { formatInstant, today } from '@pianzhang/contract/calendar'
import { refused } from './errors.ts'
import { acquireExportSlot, type ExportSlot } from './export-slot.ts'
import { sendSheet } from './sheet/send.ts'
import { type CellValue, type OutColumn, writeSheet } from './sheet/write.ts'
import { fileLink, type LinkContext, type OpenedLink, type SignedFile } from './signed-file.ts'

/** Node takes 16 KB of headers, proxies often 8 KB: the filters of any page fit, a thousand hand-picked ones may not. */
const MAX_LINK = 7_000

export interface ExportContent {
  /** Of the sheet; the file is called `<project>-<name>-<day>.xlsx`. */
  name: string
  columns: OutColumn[]
  /** Reads by `readRows`, which releases the slot. */
  rows(slot: ExportSlot): AsyncIterable<CellValue[][]>
}

/**
 * An export behind a signed link: its rows are read while they are sent, on a slot of who asked for it. `prepare` runs before there is a slot;
 * who gets none in time is told by 429 or 503.
 */
export function exportFile(
  path: string,
  summary: string,
  prepare: (link: OpenedLink) => Promise<ExportContent>,
): SignedFile {
  return {
    path,
    summary,
    bulk: true,
    async send(link) {
      const { services, reply, project, owner } = link
      const { name, columns, rows } = await prepare(link)
      const slot = await acquireExportSlot(services, owner, reply)
      const fileName = `${project.name}-${name}-${today(services.clock())}.xlsx`
      return await sendSheet(services, reply, fileName, writeSheet([{ name, columns, rows: rows(slot) }]))
    },
  }
}

/** A signed link to an export with a list's filters in it, which come in the body, the query, or both. Throws 422 where they are too many. */
export function exportLink(
  context: LinkContext,
  path: string,
  { query, body }: { query: object; body: object | null | undefined },
): string {
  const filters = JSON.stringify({ ...given(query), ...given(body ?? {}) })
  const packed = deflateRawSync(filters).toString('base64url')
  if (packed.length > MAX_LINK) throw refused('筛选条件过多，请减少后再导出')
  return fileLink(context, path, { filters: packed })
}

/** What really filters, so that an empty value in the body does not undo the query's. */
const given = (filters: object) =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]: [string, unknown]) =>
      [value].flat().some((one) => one !== undefined && one !== ''),
    ),
  )

/** The filters that `exportLink` packed, for the list query's schema. */
export const filtersOf = ({ query }: OpenedLink): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(query.filters ?? '', 'base64url')).toString())

/** An instant as an export shows it, to the minute. */
export const minuteOf = (at: Date): string => formatInstant(at).slice(0, 16).replace('T', ' ')
