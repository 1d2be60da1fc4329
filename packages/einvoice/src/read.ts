import { OriginalError } from './errors.ts'
import { NO_FIELDS, type OriginalKind } from './fields.ts'
import { checkedKind } from './kind.ts'
import { readOfd } from './ofd.ts'
import type { PagesReading } from './pages.ts'
import { readPdf } from './pdf/read.ts'
import { readXmlInvoice } from './xml.ts'

/** The invoices of one file, and what of it was not read. */
export interface OriginalReading extends PagesReading {
  kind: OriginalKind
  /** How many pages there are: of a PDF, which may have more than are read, and of an OFD; 0 of an XML. */
  pages: number
  /** Of a PDF: it has much text, but none of the words that invoices and tickets have. */
  foreign: boolean
}

/** Reads an electronic original of invoices; its content must be what its extension says. Throws `OriginalError`. */
export async function readOriginal(bytes: Buffer, fileName: string): Promise<OriginalReading> {
  const kind = await checkedKind(bytes, fileName)
  if (kind === 'pdf') return { kind, ...(await readPdf(bytes)) }
  if (kind === 'ofd') return { kind, ...(await readOfd(bytes)), foreign: false }
  const fields = readXmlInvoice(bytes)
  if (
    Object.entries(NO_FIELDS).every(
      ([name, none]) => name === 'items' || fields[name as keyof typeof fields] === none,
    )
  )
    throw new OriginalError('no_invoice')
  return {
    kind,
    invoices: [{ fields, pages: [], coded: '', differences: [] }],
    unread: [],
    pages: 0,
    foreign: false,
  }
}
