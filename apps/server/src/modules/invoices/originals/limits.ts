import type { OriginalFields } from '@pianzhang/einvoice'

/** A paper form has 8 lines, an electronic one mostly some dozens. */
const MAX_LINES = 500
/** Of a file's lines as JSON: the server keeps the lines of all files of a request in memory, and writes them in one statement. */
const MAX_BYTES = 200 * 1024

/** An original's fields. Too many or too long lines are left out, with the reason in `omitted` (else ''); the stored file still has them. */
export function withinLimits(fields: OriginalFields): { fields: OriginalFields; omitted: string } {
  const { items } = fields
  const bytes = Buffer.byteLength(
    JSON.stringify(items, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )
  if (items.length <= MAX_LINES && bytes <= MAX_BYTES) return { fields, omitted: '' }
  const omitted = `明细过多（${items.length}行），请在原文件中查看`
  return { fields: { ...fields, items: [] }, omitted }
}
