import { type Archive, openArchive } from './archive.ts'
import { compared, differencesOf } from './difference.ts'
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

export interface OfdReading extends PagesReading {
  pages: number
}

/** The invoices of an OFD (GB/T 33190), mostly one. Its signatures are not verified. Throws `OriginalError`. */
export async function readOfd(bytes: Buffer): Promise<OfdReading> {
  const archive = await openArchive(bytes, 'ofd')
  if (!archive.has(OFD_ROOT)) throw new OriginalError('no_ofd_root')
  const reading: OfdReading = { invoices: [], unread: [], pages: 0 }
  for (const document of documentsOf(await archive.read(OFD_ROOT))) {
    const { invoices, pages } = await readDocument(archive, document)
    // Pages are counted on from the documents before.
    for (const invoice of invoices)
      reading.invoices.push({ ...invoice, pages: invoice.pages.map((page) => page + reading.pages) })
    reading.pages += pages
  }
  return reading
}

/** A document of an OFD: its folder with a slash at its end, and the figures that the issuing program wrote beside its pages (`CustomData`). */
interface Document {
  folder: string
  custom: OriginalFields
}

/** The data of a document, and what it draws. Its pages may show several invoices, one of which the data may be about. */
async function readDocument(
  archive: Archive,
  { folder, custom }: Document,
): Promise<{ invoices: InvoiceReading[]; pages: number }> {
  const attached = await readAttached(archive, folder)
  const data = attached ? compared(['data', attached], ['data', custom]).fields : custom
  const drawn = await readDrawn(archive, folder)
  const { invoices } = invoicesOf(drawn.pages)
  const about =
    data.invoice_number === ''
      ? -1
      : invoices.findIndex(({ fields }) => fields.invoice_number === data.invoice_number)
  const pages = drawn.pages.length
  // One invoice, or data of another number than all pages.
  const [only] = invoices
  if (only && invoices.length === 1) return { invoices: [withData(only, data, drawn.indexed)], pages }
  if (about < 0 && data.invoice_number !== '') {
    const own = { fields: withTotal(data), pages: [], coded: '', differences: [] }
    return { invoices: [own, ...invoices], pages }
  }
  return {
    invoices: invoices.map((invoice, index) =>
      index === about ? withData(invoice, data, NO_FIELDS) : invoice,
    ),
    pages,
  }
}

/** The data first, then what an index finds on the page, then what stands beside the titles of the form. */
function withData(
  { fields: form, ...invoice }: InvoiceReading,
  data: OriginalFields,
  indexed: OriginalFields,
): InvoiceReading {
  const first = joined(data, indexed)
  const differences = differencesOf(['data', withTotal(first)], ['page', form])
  const fields = differences.length === 0 ? joined(first, form) : first
  return { ...invoice, fields: withTotal(fields), differences }
}

async function readAttached(archive: Archive, folder: string): Promise<OriginalFields | null> {
  const file = archive
    .files()
    .find(({ name }) => name.startsWith(folder) && ATTACHED.test(name.slice(folder.length)))
  return file ? readXmlInvoice(await archive.read(file.name)) : null
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
