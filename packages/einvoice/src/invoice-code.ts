import { type Fen, readFen } from './amounts.ts'
import { isDay } from './days.ts'
import { codedAmount, EARLY_ELECTRONIC } from './types.ts'

/** The fields of an invoice's QR code. A field that is missing or invalid (a 13th month) is '' or null. */
export interface CodedInvoice {
  invoice_type: string
  invoice_code: string
  invoice_number: string
  billing_date: string | null
  /** Null if the QR code of this type has the tax-inclusive amount, or the type is not known. */
  amount_without_tax: Fen | null
  total_amount: Fen | null
  check_code: string
}

/** Real codes have about 80 characters in 8 or 9 fields. */
const MAX_LENGTH = 400
const MAX_FIELDS = 16

/**
 * The fields of a VAT invoice's QR code: `01,type,code,number,amount,date(yyyymmdd),check code,crc`, where trailing ones may be
 * missing. Null for any other text, such as a web address. The type decides which amount the code has (`codedAmount`).
 */
export function parseInvoiceCode(text: string): CodedInvoice | null {
  if (text.length > MAX_LENGTH) return null
  const fields = text.split(/[,，]/).map((field) => field.trim())
  const [version, coded = '', code = '', number = '', amount = '', date = '', check = ''] = fields
  if (fields.length > MAX_FIELDS || version !== '01' || !/^\d{2}$/.test(coded)) return null
  if (!/^(\d{8}|\d{20})$/.test(number)) return null
  const hasCode = /^(\d{10}|\d{12})$/.test(code)
  const type = hasCode && coded === EARLY_ELECTRONIC.coded ? EARLY_ELECTRONIC.type : coded
  const fen = /^-?\d{1,13}(\.\d{1,2})?$/.test(amount) ? readFen(amount) : null
  const kind = codedAmount(type)
  const day = date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return {
    invoice_type: type,
    invoice_code: hasCode ? code : '',
    invoice_number: number,
    billing_date: isDay(day) ? day : null,
    amount_without_tax: kind === 'amount_without_tax' ? fen : null,
    total_amount: kind === 'total_amount' ? fen : null,
    check_code: /^\d{20}$/.test(check) ? check : '',
  }
}

/** A QR code of an invoice: its text and what it says. */
export interface InvoiceCode {
  text: string
  figures: CodedInvoice
}

/** The QR codes of invoices among these texts, each invoice once. */
export function invoiceCodes(texts: readonly string[]): InvoiceCode[] {
  const codes = new Map<string, InvoiceCode>()
  for (const text of texts) {
    const figures = parseInvoiceCode(text)
    if (!figures) continue
    const key = `${figures.invoice_code}-${figures.invoice_number}`
    if (!codes.has(key)) codes.set(key, { text, figures })
  }
  return [...codes.values()]
}
