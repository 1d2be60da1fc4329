import { compared, type Difference, differencesOf, fieldsOfCode } from './difference.ts'
import { joined, NO_FIELDS, type OriginalFields, type OriginalItem } from './fields.ts'
import { invoiceCodes } from './invoice-code.ts'
import { addedUp, type FormReading } from './pdf/form-fields.ts'

/** What one page shows: its forms from top to bottom, mostly one, and the texts of its QR codes. */
export interface PageReading {
  /** From 1 on. */
  page: number
  forms: readonly FormReading[]
  codes: readonly string[]
  /** Whether it may be an invoice even if nothing is read from it, such as a scan. */
  doubtful: boolean
}

/** One invoice of a file. */
export interface InvoiceReading {
  fields: OriginalFields
  /** Its pages in a PDF or an OFD, from 1 on; empty for other files. */
  pages: number[]
  /** The text of its QR code; '' if none was read. */
  coded: string
  differences: Difference[]
}

export interface PagesReading {
  /** In the order of their pages; one without fields if nothing is read from any page. */
  invoices: InvoiceReading[]
  /** Pages from which nothing was read although they may be invoices; none if the file has one page. */
  unread: number[]
}

/** What one form or QR code of a page says. */
interface Part {
  page: number
  fields: OriginalFields
  rows: readonly OriginalItem[]
  coded: string
  differences: readonly Difference[]
}

/**
 * The invoices of a file's pages. A page with another number, or without a number but with other figures, begins another invoice; any other page goes
 * on with the invoice of its number or, without a number, with the invoice before it. So no invoice gets a value or a line of another one.
 */
export function invoicesOf(pages: readonly PageReading[]): PagesReading {
  const invoices: Part[][] = []
  const unread: number[] = []
  for (const page of pages) {
    const parts = partsOf(page)
    const read = parts.filter((part) => !isBlank(part))
    if (read.length === 0 && page.doubtful && pages.length > 1) unread.push(page.page)
    for (const part of read.length > 0 ? read : parts) {
      const own = invoiceFor(part, invoices)
      if (own) own.push(part)
      else if (!isBlank(part)) invoices.push([part])
    }
  }
  if (invoices.length > 0) return { invoices: invoices.map(readingOf), unread }
  const all = pages.map(({ page }) => page)
  return { invoices: [{ fields: NO_FIELDS, pages: all, coded: '', differences: [] }], unread }
}

/** A form with the QR code of its number; one form and one code of a page belong together whatever they say. Other codes are invoices of their own. */
function partsOf({ page, forms, codes }: PageReading): Part[] {
  const found = invoiceCodes(codes)
  const left = new Set(found)
  const parts = forms.map(({ fields, rows }): Part => {
    const own =
      found.find(({ figures }) => figures.invoice_number === fields.invoice_number) ??
      (forms.length === 1 && found.length === 1 ? found[0] : undefined)
    if (!own) return { page, fields, rows, coded: '', differences: [] }
    left.delete(own)
    const both = compared(['page', fields], ['code', fieldsOfCode(own.figures)])
    return { page, rows, coded: own.text, ...both }
  })
  const others = [...left].map(
    ({ text, figures }): Part => ({
      page,
      fields: fieldsOfCode(figures),
      rows: [],
      coded: text,
      differences: [],
    }),
  )
  return [...parts, ...others]
}

/** Whether nothing was read but, at most, a title. */
const isBlank = ({ fields, rows, coded }: Part): boolean =>
  coded === '' &&
  rows.length === 0 &&
  Object.entries(NO_FIELDS).every(
    ([field, none]) =>
      field === 'items' || field === 'invoice_type' || fields[field as keyof OriginalFields] === none,
  )

/** The invoice that a part goes on with. Numbers of 8 digits may be those of two issuers, so that the rest decides. */
function invoiceFor(part: Part, invoices: readonly Part[][]): Part[] | undefined {
  const { invoice_number: number } = part.fields
  const same =
    number === ''
      ? invoices.slice(-1)
      : invoices.filter((parts) => parts.some(({ fields }) => fields.invoice_number === number))
  return same.find((parts) => belongs(part, fieldsOf(parts)))
}

/** Whether nothing on a page says that it is another invoice: a page with a form's title and total, but without a number, is a form of its own. */
function belongs({ fields }: Part, invoice: OriginalFields): boolean {
  const whole = fields.invoice_type !== '' && fields.total_amount !== null
  if (fields.invoice_number === '' && whole && invoice.total_amount !== null) return false
  return differencesOf(['page', invoice], ['page', fields]).every(({ field }) => field === 'invoice_type')
}

const fieldsOf = (parts: readonly Part[]): OriginalFields =>
  parts.map(({ fields }) => fields).reduce((first, second) => joined(first, second))

function readingOf(parts: readonly Part[]): InvoiceReading {
  const fields = fieldsOf(parts)
  return {
    fields: { ...fields, items: addedUp(listsOf(parts), fields.amount_without_tax) },
    pages: [...new Set(parts.map(({ page }) => page))],
    coded: parts.find(({ coded }) => coded !== '')?.coded ?? '',
    differences: parts.flatMap(({ differences }) => differences),
  }
}

/** The line that stands for a list on further pages (详见销货清单). */
const SEE_LIST = /详见.*清单/

/** What may be the lines of an invoice: those of its pages, without the pages that repeat another one, and without the line that names a list. */
function listsOf(parts: readonly Part[]): OriginalItem[][] {
  const once = parts.filter((part, index) => !parts.slice(0, index).some((other) => repeats(part, other)))
  const rows = once.flatMap((part) => part.rows)
  return [rows.filter(({ name }) => !SEE_LIST.test(name)), rows, parts.flatMap((part) => part.rows)]
}

const repeats = (one: Part, other: Part): boolean =>
  one.fields.amount_without_tax === other.fields.amount_without_tax &&
  one.rows.length === other.rows.length &&
  one.rows.every((row, index) => sameRow(row, other.rows[index]!))

const sameRow = (one: OriginalItem, other: OriginalItem): boolean =>
  one.name === other.name && one.amount === other.amount && one.tax_amount === other.tax_amount
