import { expect, test } from 'vitest'
import { randomOf } from '../../xlsx/test/random.ts'
import { makeZip } from '../../xlsx/test/zip.ts'
import { NO_FIELDS, type OriginalFields, type OriginalItem } from '../src/fields.ts'
import { readOriginal } from '../src/read.ts'
import { eInvoice, ofdPage, ofdRoot } from './originals.ts'
import { type FormItem, formRuns, olderRuns } from './pdf/form.ts'
import { makePdf, type TestPage, type TestRun } from './pdf/make-pdf.ts'
import { airRuns, railRuns } from './pdf/tickets.ts'

// Three hundred invoices of every layout that the reader knows, joined at random in files of every format, and compared field by field.

const INVOICES = 300
const SEED = Number(process.env.INVOICE_SEED ?? 20_261_129)

const { below, oneOf } = randomOf(SEED)
const digits = (length: number) => Array.from({ length }, () => below(10)).join('')
const yuan = (fen: bigint) =>
  `${fen < 0n ? '-' : ''}${(fen < 0n ? -fen : fen) / 100n}.${String((fen < 0n ? -fen : fen) % 100n).padStart(2, '0')}`

const SIGNS = [...'星河光影长安东方华夏江南海北天地山川文化传媒影视器材租赁后期制作美术置景']
const name = (length: number) => Array.from({ length }, () => oneOf(SIGNS)).join('')
const company = () => `${name(2 + below(4))}${oneOf(['', '（北京）', '(上海)'])}${name(2 + below(4))}有限公司`
const taxNo = () => `91${digits(6)}MA${digits(7)}${oneOf([...'0123456789ABCDEFGHJKLMNPQRTUWXY'])}`
/** Wrapped where the column ends. */
const wrapped = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'gu')) ?? []

/** An invoice as it is drawn, what a reader should say of it, and its XML if there is one of its kind. */
interface Made {
  runs: TestRun[]
  fields: OriginalFields
  xml: string | null
}

let last = 0
const newNumber = () => `26${digits(10)}${String(++last).padStart(8, '0')}`
const day = () => {
  const [month, date] = [String(1 + below(12)).padStart(2, '0'), String(1 + below(28)).padStart(2, '0')]
  return { iso: `2026-${month}-${date}`, form: `2026年${month}月${date}日` }
}

interface Line {
  form: FormItem
  read: OriginalItem
}

/** Its name takes two rows of the form at most, so that three lines stay above the sums. */
function lineOf(sign: bigint, plain: boolean): Line {
  const quantity = BigInt(1 + below(20))
  const price = BigInt(1 + below(200_000)) * 10n + BigInt(1 + below(9))
  const amount = sign * quantity * price
  const rate = oneOf([13n, 9n, 6n, 3n, 1n, null])
  const tax = rate === null ? 0n : (amount * rate + sign * 50n) / 100n
  const title = `*${name(4)}*${name(2 + below(plain ? 6 : 13))}`
  const shown = { rate: rate === null ? '免税' : `${rate}%`, tax: rate === null ? '***' : yuan(tax) }
  return {
    form: {
      name: plain ? [title] : wrapped(title, 11),
      amount: yuan(amount),
      ...shown,
      ...(!plain && { unit: '台', quantity: String(sign * quantity), price: yuan(price) }),
    },
    read: {
      name: title,
      quantity: plain ? '' : String(sign * quantity),
      unit_price: plain ? '' : yuan(price),
      amount,
      tax_rate: shown.rate,
      tax_amount: tax,
    },
  }
}

/** The common figures of an invoice's form. */
function invoice(plain: boolean) {
  const sign = below(8) === 0 ? -1n : 1n
  const lines = Array.from({ length: plain ? 1 : 1 + below(3) }, () => lineOf(sign, plain))
  const net = lines.reduce((sum, { read }) => sum + read.amount!, 0n)
  const tax = lines.reduce((sum, { read }) => sum + read.tax_amount!, 0n)
  const exempt = lines.every(({ read }) => read.tax_rate === '免税')
  const { iso, form: date } = day()
  const person = below(6) === 0
  const [buyer, seller] = [person ? '个人' : company(), company()]
  const [buyerNo, sellerNo] = [person ? '' : taxNo(), taxNo()]
  return {
    form: {
      date,
      buyer: plain ? [buyer] : wrapped(buyer, 22),
      buyerNo,
      seller: plain ? [seller] : wrapped(seller, 22),
      sellerNo,
      items: lines.map(({ form }) => form),
      net: `¥${yuan(net)}`,
      tax: exempt ? '***' : `¥${yuan(tax)}`,
      total: `¥${oneOf(['', ' '])}${yuan(net + tax)}`,
    },
    fields: {
      ...NO_FIELDS,
      billing_date: iso,
      buyer_name: buyer,
      buyer_tax_no: buyerNo,
      seller_name: seller,
      seller_tax_no: sellerNo,
      amount_without_tax: net,
      tax_amount: tax,
      total_amount: net + tax,
      items: lines.map(({ read }) => read),
    },
  }
}

function electronic(): Made {
  const { form, fields } = invoice(false)
  const [invoice_type, title] = oneOf([
    ['31', '电子发票（增值税专用发票）'],
    ['32', '电子发票（普通发票）'],
  ] as const)
  const invoice_number = newNumber()
  const whole = { ...fields, invoice_type, invoice_number }
  return { runs: formRuns({ ...form, title, number: invoice_number }), fields: whole, xml: xmlOf(whole) }
}

function older(): Made {
  const { form, fields } = invoice(true)
  const [invoice_type, kind] = oneOf([
    ['10', '电子普通发票'],
    ['08', '电子专用发票'],
    ['04', '普通发票'],
    ['01', '专用发票'],
  ] as const)
  const code = digits(oneOf([10, 12]))
  const invoice_number = String(10_000_000 + ++last)
  const check_code = digits(20)
  return {
    runs: olderRuns({
      ...form,
      title: `${oneOf(['北京', '江苏', '厦门'])}增值税${kind}`,
      code,
      number: invoice_number,
      check: check_code.replace(/.{5}(?!$)/g, '$& '),
    }),
    fields: { ...fields, invoice_type, invoice_code: code, invoice_number, check_code },
    xml: null,
  }
}

const TICKET = {
  buyer_name: '星河（北京）影视有限公司',
  buyer_tax_no: '91110105MA01JH69XW',
}
function rail(): Made {
  const invoice_number = newNumber()
  const { iso, form: date } = day()
  const total_amount = BigInt(1 + below(200_000))
  const fare = `${oneOf(['票价', '退票费'])}:￥${yuan(total_amount)}`
  return {
    runs: railRuns(invoice_number, { date, fare }),
    fields: { ...NO_FIELDS, ...TICKET, invoice_type: '51', invoice_number, billing_date: iso, total_amount },
    xml: null,
  }
}

function air(): Made {
  const invoice_number = newNumber()
  return {
    runs: airRuns(invoice_number),
    fields: {
      ...NO_FIELDS,
      ...TICKET,
      invoice_type: '61',
      invoice_number,
      billing_date: '2026-04-23',
      seller_name: '某某航空服务有限公司',
      tax_amount: 7530n,
      total_amount: 96200n,
    },
    xml: null,
  }
}

/** The invoice in the elements of the official sample. */
function xmlOf(fields: OriginalFields): string {
  const line = ({ name, quantity, unit_price, amount, tax_rate, tax_amount }: OriginalItem) =>
    `<IssuItemInformation><ItemName>${name}</ItemName><Quantity>${quantity}</Quantity><UnPrice>${unit_price}</UnPrice><Amount>${yuan(amount!)}</Amount><TaxRate>${tax_rate}</TaxRate><ComTaxAm>${tax_rate === '免税' ? '***' : yuan(tax_amount!)}</ComTaxAm></IssuItemInformation>`
  const values: Readonly<Record<string, string>> = {
    InvoiceNumber: fields.invoice_number,
    IssueTime: `${fields.billing_date} 10:00:00`,
    SellerName: fields.seller_name,
    SellerIdNum: fields.seller_tax_no,
    BuyerName: fields.buyer_name,
    BuyerIdNum: fields.buyer_tax_no,
    TotalAmWithoutTax: yuan(fields.amount_without_tax!),
    TotalTaxAm: yuan(fields.tax_amount!),
    'TotalTax-includedAmount': yuan(fields.total_amount!),
  }
  let xml = eInvoice()
    .replace(/<IssuItemInformation>[\s\S]*<\/IssuItemInformation>/, fields.items.map(line).join(''))
    .replace(
      '<LabelCode>01</LabelCode><LabelName>增值税专用发票',
      fields.invoice_type === '31' ? '$&' : '<LabelCode>02</LabelCode><LabelName>普通发票',
    )
  for (const [element, value] of Object.entries(values))
    xml = xml.replace(new RegExp(`<${element}>[^<]*<`), `<${element}>${value}<`)
  return xml
}

/** A PDF of these invoices, one a page, some stored turned, some there twice. */
function pdfOf(some: readonly Made[]): Buffer {
  const pages = some.map(({ runs }): TestPage => {
    const turned = oneOf([undefined, undefined, 90, 180, 270] as const)
    return { runs, turned, rotate: oneOf([undefined, turned]) }
  })
  const twice = below(4) === 0 ? [oneOf(pages)] : []
  return makePdf({
    pages: [...pages, ...twice],
    font: oneOf(['to-unicode', 'UniGB-UCS2-H', 'GBK-EUC-H'] as const),
  })
}

const ofdOf = (some: readonly Made[]): Buffer =>
  makeZip([
    { name: 'OFD.xml', data: ofdRoot({}) },
    ...some.map(({ runs }, n) => ({
      name: `Doc_0/Pages/Page_${n}/Content.xml`,
      data: ofdPage(runs, below(2) === 0),
    })),
  ])

test(`${INVOICES} invoices are read as they were made (INVOICE_SEED=${SEED})`, async () => {
  const made = Array.from({ length: INVOICES }, () =>
    oneOf([electronic, electronic, electronic, older, older, rail, rail, air])(),
  )
  const read = async (bytes: Buffer, kind: string, some: readonly Made[]) => {
    const { invoices, unread } = await readOriginal(bytes, `发票.${kind}`)
    expect(unread).toEqual([])
    expect(invoices.map(({ fields }) => fields)).toEqual(some.map(({ fields }) => fields))
  }
  for (const one of made) if (one.xml) await read(Buffer.from(one.xml), 'xml', [one])
  for (let at = 0; at < made.length; ) {
    const some = made.slice(at, at + 1 + below(6))
    at += some.length
    await read(pdfOf(some), 'pdf', some)
    await read(ofdOf(some), 'ofd', some)
  }
})
