import type { Fen } from './amounts.ts'

export const ORIGINAL_KINDS = ['xml', 'ofd', 'pdf'] as const
export type OriginalKind = (typeof ORIGINAL_KINDS)[number]

/** A line of an invoice. Quantity, price and rate are texts, as they may have more decimals than money has. */
export interface OriginalItem {
  name: string
  quantity: string
  unit_price: string
  amount: Fen | null
  /** `6%`, `免税`; '' if unknown. */
  tax_rate: string
  tax_amount: Fen | null
}

/** A field of an invoice or of one of its lines, as errors name it. */
export type FieldName = Exclude<keyof OriginalFields, 'items'> | `item_${keyof OriginalItem}`

/** What an electronic original says. Texts are '' and amounts null where it says nothing; amounts in fen, red invoices negative. */
export interface OriginalFields {
  /** Code of the QR code's list: 31, 32, 01 …; '' if unknown. */
  invoice_type: string
  invoice_code: string
  invoice_number: string
  /** `YYYY-MM-DD`, or null. */
  billing_date: string | null
  check_code: string
  seller_name: string
  seller_tax_no: string
  buyer_name: string
  buyer_tax_no: string
  amount_without_tax: Fen | null
  tax_amount: Fen | null
  total_amount: Fen | null
  items: OriginalItem[]
}

export const NO_FIELDS: Readonly<OriginalFields> = {
  invoice_type: '',
  invoice_code: '',
  invoice_number: '',
  billing_date: null,
  check_code: '',
  seller_name: '',
  seller_tax_no: '',
  buyer_name: '',
  buyer_tax_no: '',
  amount_without_tax: null,
  tax_amount: null,
  total_amount: null,
  items: [],
}

/** Whether net amount and tax add up to the total; true also if one of the three is missing. */
export function addsUp({
  amount_without_tax: net,
  tax_amount: tax,
  total_amount: total,
}: Pick<OriginalFields, 'amount_without_tax' | 'tax_amount' | 'total_amount'>): boolean {
  return net === null || tax === null || total === null || net + tax === total
}

/** A total that the file leaves out is the sum of the other two: the figures of one document, added exactly. */
export function withTotal(fields: OriginalFields): OriginalFields {
  const { amount_without_tax: net, tax_amount: tax, total_amount: total } = fields
  return total === null && net !== null && tax !== null ? { ...fields, total_amount: net + tax } : fields
}

/** Both readings in one: a field that is empty in `first` is taken from `second`. */
export function joined(first: OriginalFields, second: OriginalFields): OriginalFields {
  const empty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const filled = Object.entries(first).filter(([, value]) => !empty(value))
  return { ...second, ...Object.fromEntries(filled) }
}
