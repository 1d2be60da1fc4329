import { INVOICE_LABELS } from '@pianzhang/contract/invoice-types'
import type { InvoiceFormat } from '@pianzhang/contract/invoices'
import { type Fen, yuan } from '@pianzhang/contract/money'
import { figuresFault } from './originals/words.ts'
import type { ReadFile } from './reading/read-files.ts'

// An invoice is often sent as XML, OFD and PDF, and photographed as well: the files of one number belong to one invoice.

export type Fields = ReadFile['fields']

/** A format of which an invoice has one file at most: a second picture is a duplicate, a PDF beside a picture is not. */
export type Form = 'picture' | 'pdf' | 'ofd' | 'xml'
export const formOf = (format: InvoiceFormat): Form =>
  format === 'jpg' || format === 'png' ? 'picture' : format

const AMOUNTS = ['total_amount', 'amount_without_tax', 'tax_amount'] as const
const TEXTS = ['invoice_type', 'invoice_code', 'check_code', 'seller_tax_no', 'buyer_tax_no'] as const
/** Taken from a file where the invoice lacks them, but not compared: of days see `dayNote` in create.ts. */
const OTHERS = ['billing_date', 'seller_name', 'buyer_name', 'coded'] as const

const LABELS: Readonly<Record<string, string>> = {
  ...INVOICE_LABELS,
  tax_amount: '税额',
  buyer_tax_no: '购买方税号',
}

const empty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const shown = (value: unknown) => (typeof value === 'bigint' ? yuan(value as Fen) : String(value))

/**
 * Why a file cannot join the invoice with its number; null if all fields that both have are equal and the combined amounts add up. Names are
 * not compared, as programs write their brackets differently.
 */
export function contradiction(invoice: Partial<Fields>, file: Partial<Fields>): string | null {
  for (const field of [...AMOUNTS, ...TEXTS]) {
    const [one, other] = [invoice[field], file[field]]
    if (empty(one) || empty(other) || one === other) continue
    if (field === 'check_code' && String(one).slice(-6) === String(other).slice(-6)) continue
    return `与号码相同的发票不一致：${LABELS[field]}为 ${shown(other)}，该发票为 ${shown(one)}`
  }
  const together = { ...invoice, ...added(invoice, file) }
  const fault = figuresFault({
    amount_without_tax: together.amount_without_tax ?? null,
    tax_amount: together.tax_amount ?? null,
    total_amount: together.total_amount ?? null,
  })
  return fault && figuresFault(figuresOf(invoice)) === null ? `与号码相同的发票不一致：${fault}` : null
}

const figuresOf = (fields: Partial<Fields>) => ({
  amount_without_tax: fields.amount_without_tax ?? null,
  tax_amount: fields.tax_amount ?? null,
  total_amount: fields.total_amount ?? null,
})

/** The fields that the invoice lacks and the file has. */
export function added(invoice: Partial<Fields>, file: Partial<Fields>): Partial<Fields> {
  const missing = [...AMOUNTS, ...TEXTS, ...OTHERS, 'items' as const].filter(
    (field) => empty(invoice[field]) && !empty(file[field]),
  )
  return Object.fromEntries(missing.map((field) => [field, file[field]]))
}

/** Joins reasons; a part that occurs in several of them appears once. */
export const reasonsOf = (...reasons: readonly (string | undefined)[]): string =>
  [...new Set(reasons.flatMap((reason) => reason?.split('；') ?? []))].filter(Boolean).join('；')
