import type { OriginalFields } from '@pianzhang/einvoice'

/** A paper form has 8 lines, an electronic one mostly some dozens. */
const MAX_LINES = 500
/** Of all lines as JSON: the server keeps those of all files of a request in memory, and writes them in one statement. */
const MAX_BYTES = 200 * 1024

/** An original's fields without its lines if they are too many or too long, and why (`omitted`, else ''). Its file has them all the same. */
export function withinLimits(fields: OriginalFields): { fields: OriginalFields; omitted: string } {
  const { items } = fields
  const bytes = Buffer.byteLength(
    JSON.stringify(items, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )
  if (items.length <= MAX_LINES && bytes <= MAX_BYTES) return { fields, omitted: '' }
  const omitted = `明细过多（${items.length}行），请在原文件中查看`
  return { fields: { ...fields, items: [] }, omitted }
}
