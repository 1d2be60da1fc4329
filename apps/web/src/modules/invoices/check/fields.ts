import {
  figureFaults,
  INVOICE_LABELS,
  type InvoiceField,
  invoiceTypeName,
} from '@pianzhang/contract/invoice-types'
import { type Invoice, invoiceCheckQuery } from '@pianzhang/contract/invoices'
import { mergeFields } from '../../../ui/form/conflict/fields.ts'
import { typedAmount } from '../../../ui/form/rules.ts'
import type { TypedFields } from '../calls.ts'

/** 真伪查验 asks the provider, 人工核验 is decided by the person. */
export type Mode = 'lookup' | 'manual'
export const MODES = [
  { value: 'lookup', label: '真伪查验' },
  { value: 'manual', label: '人工核验' },
] as const satisfies readonly { value: Mode; label: string }[]

/** The fields of each mode, in the order of the form. */
export const FIELDS: Readonly<Record<Mode, readonly InvoiceField[]>> = {
  lookup: [
    'invoice_type',
    'billing_date',
    'invoice_number',
    'invoice_code',
    'total_amount',
    'amount_without_tax',
    'check_code',
    'seller_tax_no',
    'seller_name',
  ],
  manual: ['invoice_type', 'total_amount', 'invoice_number', 'invoice_code'],
}

export type Values = Record<InvoiceField, string | null> & {
  /** 1 passed, 0 failed. */
  result: 0 | 1 | null
  reason: string
}

export const valuesOf = (invoice: Invoice): Values => ({
  invoice_type: invoice.invoice_type || null,
  invoice_code: invoice.invoice_code,
  invoice_number: invoice.invoice_number,
  billing_date: invoice.billing_date,
  total_amount: invoice.total_amount_yuan ?? '',
  amount_without_tax: invoice.amount_without_tax_yuan ?? '',
  check_code: invoice.check_code,
  seller_tax_no: invoice.seller_tax_no,
  seller_name: invoice.seller_name,
  result: null,
  reason: '',
})

const isAmount = (field: InvoiceField) => field === 'total_amount' || field === 'amount_without_tax'

/** A colleague's verdict since the form was opened; empty if status and reason are unchanged. */
export const verdictOf = (now: Invoice, opened: Invoice): Pick<Values, 'result' | 'reason'> =>
  now.status === opened.status && now.reason === opened.reason
    ? { result: null, reason: '' }
    : { result: now.status === 0 ? 1 : now.status === 1 ? 0 : null, reason: now.reason }

const merged = mergeFields<Values>()
/** The fields that a conflict with a colleague's check compares. */
export const MERGED = merged.all([
  ...FIELDS.lookup.map((field) =>
    isAmount(field)
      ? merged.amount(field, `${INVOICE_LABELS[field]}（元）`)
      : field === 'invoice_type'
        ? merged.shown(field, INVOICE_LABELS[field], (type) => (type ? invoiceTypeName(String(type)) : ''))
        : merged.text(field, INVOICE_LABELS[field]),
  ),
  merged.group(['result', 'reason'], '核验结果', ({ result, reason }) =>
    result === 1 ? '通过' : result === 0 ? ['不通过', reason].filter(Boolean).join('：') : '',
  ),
])

/** The fields that a mode sends; an empty field is ''. */
export const typedFields = (mode: Mode, values: Partial<Values>): TypedFields =>
  Object.fromEntries(
    FIELDS[mode].map((field) => {
      const value = values[field] ?? ''
      return [field, isAmount(field) ? typedAmount(value) : value.trim()]
    }),
  )

/** The error of a field in combination with the others, by the rules of the server. Undefined: none, or a field is invalid by itself. */
export function faultOf(mode: Mode, field: InvoiceField, values: Partial<Values>): string | undefined {
  const parsed = invoiceCheckQuery.safeParse(typedFields(mode, values))
  if (!parsed.success) return undefined
  const known = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined))
  return figureFaults(known).find((fault) => fault.field === field)?.message
}
