import type { OriginalFields, OriginalKind } from './fields.ts'
import { checkedKind } from './kind.ts'
import { readOfdInvoice } from './ofd.ts'
import { type PdfReading, readPdf } from './pdf/read.ts'
import { readXmlInvoice } from './xml.ts'

export interface OriginalReading {
  kind: OriginalKind
  fields: OriginalFields
  /** Pictures of a PDF's first page. */
  pictures: PdfReading['pictures']
  /** Of a PDF: it has much text, but none of the words that invoices and tickets have. */
  foreign: PdfReading['foreign']
}

/** Reads an electronic original of an invoice; its content must be what its extension says. Throws `OriginalError`. */
export async function readOriginal(bytes: Buffer, fileName: string): Promise<OriginalReading> {
  const kind = await checkedKind(bytes, fileName)
  if (kind === 'pdf') return { kind, ...(await readPdf(bytes)) }
  const fields = kind === 'ofd' ? await readOfdInvoice(bytes) : readXmlInvoice(bytes)
  return { kind, fields, pictures: [], foreign: false }
}
