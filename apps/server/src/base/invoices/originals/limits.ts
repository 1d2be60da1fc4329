import type { InvoiceReading, OriginalFields } from '@pianzhang/einvoice'

/** A paper form has 8 lines, an electronic one mostly some dozens. */
const MAX_LINES = 500
/** Of the lines of all invoices of a file as JSON: the server keeps those of all files of a request in memory, and writes them in one statement. */
const MAX_BYTES = 200 * 1024

/** The invoices of a file. Too many or too long lines are left out, with the reason in `omitted` (else ''); the stored file still has them. */
export function withinLimits<R extends Pick<InvoiceReading, 'fields'>>(
  invoices: readonly R[],
): (R & { omitted: string })[] {
  let left = MAX_BYTES
  return invoices.map((invoice) => {
    const { items } = invoice.fields
    const bytes = bytesOf(items)
    if (items.length <= MAX_LINES && bytes <= left) {
      left -= bytes
      return { ...invoice, omitted: '' }
    }
    const omitted = `明细过多（${items.length}行），请在原文件中查看`
    return { ...invoice, fields: { ...invoice.fields, items: [] }, omitted }
  })
}

const bytesOf = (items: OriginalFields['items']) =>
  Buffer.byteLength(
    JSON.stringify(items, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )
