import { type Archive, openArchive } from './archive.ts'
import { compared, type Difference, differencesOf, type Source } from './difference.ts'
import { OriginalError } from './errors.ts'
import { joined, NO_FIELDS, type OriginalFields, withTotal } from './fields.ts'
import { OFD_ROOT } from './kind.ts'
import { readDrawn } from './ofd-page.ts'
import { type InvoiceReading, invoicesOf, type PagesReading } from './pages.ts'
import {
  readAmount,
  readCheckCode,
  readCode,
  readDate,
  readNumber,
  readTax,
  readTaxNo,
  readText,
} from './values.ts'
import { readXmlInvoice } from './xml.ts'
import { readXml } from './xml-reader.ts'

/** The invoice's own data as an attachment of a document: of invoices, railway and air tickets. */
const ATTACHED = /^attach[^/]*\/(.*\/)?(original_invoice|(rai|atr)_[^/]*)\.xml$/
const ROOT_FOLDER = 'doc_0/'

const CAPITALS = /^[（(]?负?[）)]?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿圆元角分整正]+$/

interface OfdReading extends PagesReading {
  pages: number
}

/** The invoices of an OFD (GB/T 33190), mostly one. Its signatures are not verified. Throws `OriginalError`. */
export async function readOfd(bytes: Buffer): Promise<OfdReading> {
  const archive = await openArchive(bytes, 'ofd')
  if (!archive.has(OFD_ROOT)) throw new OriginalError('no_ofd_root')
  const reading: OfdReading = { invoices: [], unread: [], pages: 0 }
  for (const document of documentsOf(await archive.read(OFD_ROOT))) {
    const { invoices, unread, pages } = await readDocument(archive, document)
    // Pages are counted on from the documents before.
    const before = reading.pages
    const counted = (own: readonly number[]) => own.map((page) => page + before)
    reading.invoices.push(...invoices.map((invoice) => ({ ...invoice, pages: counted(invoice.pages) })))
    reading.unread.push(...counted(unread))
    reading.pages += pages
  }
  return reading
}

/** A document of an OFD: its folder with a slash at its end, and the figures that the issuing program wrote beside its pages (`CustomData`). */
interface Document {
  folder: string
  custom: OriginalFields
}

/** What the data of a document say, and what it draws. Both may be several invoices; those of one number are one. */
async function readDocument(
  archive: Archive,
  { folder, custom }: Document,
): Promise<{ invoices: InvoiceReading[]; unread: number[]; pages: number }> {
  const data = dataOf(await readAttached(archive, folder), custom)
  const { indexed, pages, count } = await readDrawn(archive, folder)
  const { invoices: drawn, unread } = invoicesOf(pages)
  const [shown, said] = [drawn[0], data[0]]
  if (shown && said && drawn.length === 1 && data.length === 1) {
    const whole = { ...said, fields: joined(said.fields, indexed) }
    return { invoices: [completed(shown, whole)], unread, pages: count }
  }
  const invoices = drawn.filter(({ fields }) => fields.invoice_number !== '' || fields.total_amount !== null)
  for (const each of data) {
    const number = each.fields.invoice_number
    const at = invoices.findIndex(({ fields }) => number !== '' && fields.invoice_number === number)
    if (at >= 0) invoices[at] = completed(invoices[at]!, each)
    else if (number !== '') invoices.push(completed(NOT_DRAWN, each))
  }
  return { invoices: invoices.length > 0 ? invoices : drawn, unread, pages: count }
}

/** What the data of an OFD say of one invoice. */
interface Data {
  source: Source
  fields: OriginalFields
  differences: Difference[]
}

const NOT_DRAWN: InvoiceReading = { fields: NO_FIELDS, pages: [], coded: '', differences: [] }

/** An attached invoice with what is written beside the pages; of several invoices each by itself. */
function dataOf(attached: readonly OriginalFields[], custom: OriginalFields): Data[] {
  const [only] = attached
  if (only && attached.length === 1)
    return [{ source: 'attached', ...compared(['attached', only], ['custom', custom]) }]
  const beside: Data = { source: 'custom', fields: custom, differences: [] }
  return [
    ...attached.map((fields): Data => ({ source: 'attached', fields, differences: [] })),
    ...(attached.some(({ invoice_number }) => invoice_number === custom.invoice_number) ? [] : [beside]),
  ]
}

/** The data first, then what stands beside the titles of the form; where they differ, the data alone. */
function completed(drawn: InvoiceReading, data: Data): InvoiceReading {
  const differences = differencesOf([data.source, withTotal(data.fields)], ['page', drawn.fields])
  const fields = differences.length === 0 ? joined(data.fields, drawn.fields) : data.fields
  return { ...drawn, fields: withTotal(fields), differences: [...data.differences, ...differences] }
}

/** The attached invoices of a document, mostly one or none. */
async function readAttached(archive: Archive, folder: string): Promise<OriginalFields[]> {
  const invoices: OriginalFields[] = []
  for (const { name } of archive.files())
    if (name.startsWith(folder) && ATTACHED.test(name.slice(folder.length)))
      invoices.push(readXmlInvoice(await archive.read(name)))
  return invoices
}

/** The documents that OFD.xml names. */
function documentsOf(bytes: Buffer): Document[] {
  const documents: Document[] = []
  let values = new Map<string, string>()
  let folder = ROOT_FOLDER
  let name = ''
  readXml(bytes, {
    open: (_path, attributes, element) => {
      if (element === 'CustomData') name = attributes.Name?.trim() ?? ''
    },
    close: (path, text) => {
      const element = path.slice(path.lastIndexOf('/') + 1)
      if (element === 'CustomData' && !values.has(name)) values.set(name, text)
      if (element === 'DocRoot') folder = folderOf(text)
      if (element !== 'DocBody') return
      documents.push({ folder, custom: customOf(values) })
      values = new Map()
    },
  })
  return documents.length > 0 ? documents : [{ folder, custom: customOf(values) }]
}

/** `Doc_0/Document.xml` → `doc_0/`: files are found in lower case. */
const folderOf = (root: string) =>
  root
    .trim()
    .toLowerCase()
    .replace(/^\//, '')
    .replace(/[^/]*$/, '')

function customOf(values: ReadonlyMap<string, string>): OriginalFields {
  const value = (key: string) => values.get(key) ?? ''
  return {
    ...NO_FIELDS,
    invoice_number: readNumber(value('发票号码')),
    invoice_code: readCode(value('发票代码')),
    billing_date: readDate('billing_date', value('开票日期')),
    check_code: readCheckCode(value('校验码')),
    amount_without_tax: readAmount('amount_without_tax', value('合计金额')),
    tax_amount: readTax('tax_amount', value('合计税额')),
    // Some programs write it in capitals only (贰佰元整).
    total_amount: CAPITALS.test(value('价税合计')) ? null : readAmount('total_amount', value('价税合计')),
    seller_name: readText('seller_name', value('销售方名称')),
    seller_tax_no: readTaxNo('seller_tax_no', value('销售方纳税人识别号')),
    buyer_name: readText('buyer_name', value('购买方名称')),
    buyer_tax_no: readTaxNo('buyer_tax_no', value('购买方纳税人识别号')),
  }
}
