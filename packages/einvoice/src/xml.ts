import { damaged, OriginalError } from './errors.ts'
import { NO_FIELDS, type OriginalFields, type OriginalItem } from './fields.ts'
import { AIR, OTHER, RAIL } from './types.ts'
import {
  readAmount,
  readCheckCode,
  readCode,
  readDate,
  readDecimal,
  readNumber,
  readRate,
  readTax,
  readTaxNo,
  readText,
} from './values.ts'
import { readXml } from './xml-reader.ts'

/** Lines of one invoice; a paper form has 8, the electronic one some hundred. */
const MAX_ITEMS = 5_000

type Field = Exclude<keyof OriginalFields, 'items'>

/** Numbers of railway and air tickets, which also say which of them it is. */
const RAIL_NUMBERS = ['ElectronicInvoiceRailwayETicketNumber', 'NumberOfInvoice']
const AIR_NUMBER = 'ElectronicInvoiceAirTransportReceiptNumber'
/** 财政电子票据: bills of the treasury, which public bodies issue. */
const TREASURY_NUMBER = 'EInvoiceData/Main/EInvoiceNumber'
const TREASURY_SELLER = 'EInvoiceData/Main/InvoicingParty/InvoicingParty'
const TREASURY_BUYER = 'EInvoiceData/Main/PayerParty/PayerParty'

/**
 * Where each field stands below the root, the better place first: the fully digital invoice (财政部《电子凭证会计数据标准》, root EInvoice), the
 * older one inside of an OFD (root eInvoice), railway and air tickets (root xbrl; the total of an air ticket is not its fare), bills of the treasury
 * (root EInvoice).
 */
const PLACES: Readonly<Record<Field, readonly string[]>> = {
  invoice_type: [],
  invoice_number: [
    'TaxSupervisionInfo/InvoiceNumber',
    'Header/EIid',
    'InvoiceNo',
    ...RAIL_NUMBERS,
    AIR_NUMBER,
    TREASURY_NUMBER,
  ],
  invoice_code: ['InvoiceCode', 'EInvoiceData/Main/EInvoiceCode'],
  billing_date: [
    'TaxSupervisionInfo/IssueTime',
    'EInvoiceData/BasicInformation/RequestTime',
    'IssueDate',
    'DateOfIssue',
    'EInvoiceData/Main/IssueDate',
  ],
  check_code: ['InvoiceCheckCode'],
  seller_name: [
    'EInvoiceData/SellerInformation/SellerName',
    'Seller/SellerName',
    'NameOfSeller',
    'IssueParty',
    `${TREASURY_SELLER}Name`,
  ],
  seller_tax_no: [
    'EInvoiceData/SellerInformation/SellerIdNum',
    'Seller/SellerTaxID',
    'UnifiedSocialCreditCodeOfSeller',
    `${TREASURY_SELLER}Code`,
  ],
  buyer_name: [
    'EInvoiceData/BuyerInformation/BuyerName',
    'Buyer/BuyerName',
    'NameOfPurchaser',
    `${TREASURY_BUYER}Name`,
  ],
  buyer_tax_no: [
    'EInvoiceData/BuyerInformation/BuyerIdNum',
    'Buyer/BuyerTaxID',
    'UnifiedSocialCreditCodeOfPurchaser',
    `${TREASURY_BUYER}Code`,
  ],
  amount_without_tax: [
    'EInvoiceData/BasicInformation/TotalAmWithoutTax',
    'TaxExclusiveTotalAmount',
    'TotalAmountExcludingTax',
  ],
  tax_amount: ['EInvoiceData/BasicInformation/TotalTaxAm', 'TaxTotalAmount', 'TaxAmount', 'VatTaxAmount'],
  total_amount: [
    'EInvoiceData/BasicInformation/TotalTax-includedAmount',
    'TaxInclusiveTotalAmount',
    'TotalAmount',
    'Fare',
    'EInvoiceData/Main/TotalAmount',
  ],
}

/** The element of one line, and what its children mean. */
const ITEMS: Readonly<Record<string, Readonly<Record<string, keyof OriginalItem>>>> = {
  'EInvoiceData/IssuItemInformation': {
    ItemName: 'name',
    Quantity: 'quantity',
    UnPrice: 'unit_price',
    Amount: 'amount',
    TaxRate: 'tax_rate',
    ComTaxAm: 'tax_amount',
  },
  'GoodsInfos/GoodsInfo': {
    Item: 'name',
    Quantity: 'quantity',
    Price: 'unit_price',
    Amount: 'amount',
    TaxScheme: 'tax_rate',
    TaxAmount: 'tax_amount',
  },
  'EInvoiceData/Details/Item': {
    ItemName: 'name',
    ItemQuantity: 'quantity',
    ItemStd: 'unit_price',
    ItemAmount: 'amount',
  },
}

const ROOTS: ReadonlySet<string> = new Set(['einvoice', 'xbrl'])
const KIND_LABEL = /^(Header|TaxSupervisionInfo)\/(.*\/)?GeneralOrSpecialVAT\/Label(Code|Name)$/

/** The fields of an XML invoice. A field that is missing stays empty; one that cannot be read is refused. Throws `OriginalError`. */
export function readXmlInvoice(bytes: Buffer): OriginalFields {
  const texts = new Map<string, string>()
  const items: Map<string, string>[] = []
  readXml(bytes, {
    open: (path, _attributes, name) => {
      if (path === '' && !ROOTS.has(name.toLowerCase())) throw new OriginalError('no_invoice')
      if (path in ITEMS) items.push(new Map())
      if (items.length > MAX_ITEMS) throw new OriginalError('too_many_lines', { limit: MAX_ITEMS })
    },
    close: (path, text) => {
      const slash = path.lastIndexOf('/')
      if (path.slice(0, slash) in ITEMS) items.at(-1)?.set(path, text)
      // If an element occurred twice, the file could show one value to people and another to us.
      else if (texts.has(path) && isPlace(path)) throw damaged('xml', `${path} stands there twice`)
      else if (isPlace(path) || KIND_LABEL.test(path)) texts.set(path, text)
    },
  })
  return { ...NO_FIELDS, ...fieldsOf(texts), items: items.map(itemOf).filter(({ name }) => name !== '') }
}

const ALL_PLACES = new Set(Object.values(PLACES).flat())
const isPlace = (path: string) => ALL_PLACES.has(path)

function fieldsOf(texts: ReadonlyMap<string, string>): Omit<OriginalFields, 'items'> {
  const text = (field: Field) => {
    for (const path of PLACES[field]) {
      const value = texts.get(path)?.trim()
      if (value) return value
    }
    return ''
  }
  return {
    invoice_type: typeOf(texts),
    invoice_number: readNumber(text('invoice_number')),
    invoice_code: readCode(text('invoice_code')),
    billing_date: readDate('billing_date', text('billing_date')),
    check_code: readCheckCode(text('check_code')),
    seller_name: readText('seller_name', text('seller_name')),
    seller_tax_no: readTaxNo('seller_tax_no', text('seller_tax_no')),
    buyer_name: readText('buyer_name', text('buyer_name')),
    buyer_tax_no: readTaxNo('buyer_tax_no', text('buyer_tax_no')),
    amount_without_tax: readAmount('amount_without_tax', text('amount_without_tax')),
    tax_amount: readTax('tax_amount', text('tax_amount')),
    total_amount: readAmount('total_amount', text('total_amount')),
  }
}

/** Of a ticket or bill by the place of its number; else 31 (专用) or 32 (普通), by the code of a label or its name; '' if there is none. */
function typeOf(texts: ReadonlyMap<string, string>): string {
  if (RAIL_NUMBERS.some((path) => texts.has(path))) return RAIL
  if (texts.has(AIR_NUMBER)) return AIR
  if (texts.has(TREASURY_NUMBER)) return OTHER
  const labels = [...texts].filter(([path]) => KIND_LABEL.test(path))
  const values = (end: string) => labels.filter(([path]) => path.endsWith(end)).map(([, text]) => text.trim())
  for (const code of values('LabelCode')) {
    if (code === '01') return '31'
    if (code === '02') return '32'
  }
  for (const name of values('LabelName')) {
    if (name.includes('专用')) return '31'
    if (name.includes('普通')) return '32'
  }
  return ''
}

function itemOf(texts: ReadonlyMap<string, string>): OriginalItem {
  const values: Partial<Record<keyof OriginalItem, string>> = {}
  for (const [path, text] of texts) {
    const slash = path.lastIndexOf('/')
    const field = ITEMS[path.slice(0, slash)]?.[path.slice(slash + 1)]
    if (field) values[field] ??= text
  }
  return {
    name: readText('item_name', values.name ?? ''),
    quantity: readDecimal('item_quantity', values.quantity ?? ''),
    unit_price: readDecimal('item_unit_price', values.unit_price ?? ''),
    amount: readAmount('item_amount', values.amount ?? ''),
    tax_rate: readRate(values.tax_rate ?? ''),
    tax_amount: readTax('item_tax_amount', values.tax_amount ?? ''),
  }
}
