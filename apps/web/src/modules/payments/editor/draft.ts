import type { Fen } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import {
  MAX_LINES,
  PAYMENT_FIELDS,
  type Payment,
  type PaymentField,
  paymentFields,
} from '@pianzhang/contract/payments'
import type { FormImage } from '../../../ui/images/images.ts'
import { type DraftInvoices, invoicesOf } from './draftInvoices.ts'

/** State of the editor, with every value as typed. Pure functions; store.ts holds the current draft. */

export type DraftHeader = Record<PaymentField, string>

export const HEADER_FIELDS = Object.keys(PAYMENT_FIELDS) as PaymentField[]

export interface DraftLine {
  /** Unique within this form: the React key, and the reference of errors and uploads. */
  key: string
  /** Code of a saved line; null for a new one. */
  code: string | null
  subject_three_code: string | null
  pay_channel: string | null
  pay_category_id: string | null
  voucher_category: string | null
  face_tax_rate: string | null
  contract_code: string | null
  /** Of the contract's plan. Undefined: nothing is said of it. */
  instalment?: { code: string; title: string } | null | undefined
  /** As typed: `1,234.5`, `=12*30`. */
  pay_amount: string
  invoices: DraftInvoices
  /** '': not marked 无需发票. */
  no_invoice_reason: string
  images: readonly FormImage[]
  remark: string
  /** Errors of pasted cells that could not be parsed, with the cell text; their fields stay empty. */
  unread: FieldErrors
}

export type LineField = Exclude<keyof DraftLine, 'key' | 'code' | 'unread'>
type FieldErrors = Readonly<Record<string, string>>

export interface Draft {
  header: DraftHeader
  /** Undefined: nothing is said of it. */
  payee?: PayeeLink | null | undefined
  lines: readonly DraftLine[]
  /** The key of the line whose fields are shown. */
  active: string
  headerErrors: FieldErrors
  lineErrors: Readonly<Record<string, FieldErrors>>
}

let lastKey = 0
export const nextKey = (): string => `k${++lastKey}`

export const blankLine = (): DraftLine => ({
  key: nextKey(),
  code: null,
  subject_three_code: null,
  pay_channel: null,
  pay_category_id: null,
  voucher_category: null,
  face_tax_rate: null,
  contract_code: null,
  pay_amount: '',
  invoices: [],
  no_invoice_reason: '',
  images: [],
  remark: '',
  unread: {},
})

const draft = (header: DraftHeader, lines: readonly DraftLine[], payee?: PayeeLink | null): Draft => ({
  header,
  ...(payee !== undefined && { payee }),
  lines,
  active: lines[0]?.key ?? '',
  headerErrors: {},
  lineErrors: {},
})

/** What a new payment begins with, such as the payee and the contract that it pays. */
export interface Beginning extends Partial<Pick<DraftLine, 'contract_code' | 'pay_channel'>> {
  payer?: string
  /** The whole payment, instead of the rest: fields that are not given are empty. */
  whole?: {
    header: Partial<DraftHeader>
    payee?: PayeeLink | null | undefined
    lines: readonly Partial<DraftLine>[]
  }
}

export const newDraft = (
  today: string,
  { payer = '', whole = { header: {}, lines: [{}] }, ...line }: Beginning = {},
): Draft =>
  draft(
    { ...paymentFields(() => ''), pay_at: today, payer, ...whole.header },
    whole.lines.map((own) => ({ ...blankLine(), ...line, ...own })),
    whole.payee,
  )

/** What the next payment can take over from a saved one: its own fields, and those of its last line. */
export type Carried = DraftHeader &
  Omit<DraftLine, 'instalment'> & { instalment: NonNullable<DraftLine['instalment']> | null }
export const carriedOf = ({ header, lines }: Draft): Carried => ({
  ...header,
  ...(lines.at(-1) ?? blankLine()),
  instalment: null,
  no_invoice_reason: '',
})
/** The next payment, with one line. */
export const nextDraft = ({ pay_at, payer, post, summary, instalment: _paid, ...line }: Carried): Draft =>
  draft({ pay_at, payer, post, summary }, [{ ...line, key: nextKey(), code: null, unread: {} }])

/** Throws if the answer has fewer lines than `line_count`: saving an incomplete payment would delete the rest. */
export function draftOf(payment: Payment): Draft {
  if (payment.cost_execution_details.length !== payment.line_count)
    throw new Error(
      `${payment.code}: ${payment.cost_execution_details.length} of ${payment.line_count} lines`,
    )
  return draft(
    paymentFields((field) => payment[field]),
    payment.cost_execution_details.map((line) => ({
      key: nextKey(),
      code: line.code,
      subject_three_code: line.subject_three_code,
      pay_channel: line.pay_channel_code,
      pay_category_id: line.pay_category_id || null,
      voucher_category: line.voucher_category_code,
      face_tax_rate: line.face_tax_rate || null,
      contract_code: line.contract?.code ?? null,
      instalment: line.instalment,
      pay_amount: line.pay_amount_yuan,
      invoices: invoicesOf(line),
      no_invoice_reason: line.no_invoice_reason,
      images: line.voucher_attachments.map((attachment) => ({
        key: nextKey(),
        name: attachment.file_name,
        attachment,
      })),
      remark: line.remark,
      unread: {},
    })),
    payment.payee,
  )
}

/** Without those of a field and of its parts, `field[0]`. */
const without = (errors: FieldErrors, field: string): FieldErrors => {
  const rest = Object.entries(errors).filter(([name]) => name !== field && !name.startsWith(`${field}[`))
  return rest.length === Object.keys(errors).length ? errors : Object.fromEntries(rest)
}

/** Sets a field and clears its error until the next check. */
export const setHeader = <F extends keyof DraftHeader>(d: Draft, field: F, value: DraftHeader[F]): Draft =>
  d.header[field] === value
    ? d
    : { ...d, header: { ...d.header, [field]: value }, headerErrors: without(d.headerErrors, field) }

export const setPayee = (d: Draft, payee: PayeeLink | null): Draft =>
  isSamePayee(d.payee, payee) ? d : { ...d, payee }
export const isSamePayee = (a: PayeeLink | null | undefined, b: PayeeLink | null | undefined): boolean =>
  (a?.code ?? null) === (b?.code ?? null)

export function setLine<F extends LineField>(
  d: Draft,
  key: string,
  field: F,
  change: DraftLine[F] | ((old: DraftLine[F]) => DraftLine[F]),
): Draft {
  const at = d.lines.findIndex((line) => line.key === key)
  const line = d.lines[at]
  if (!line) return d
  const value = typeof change === 'function' ? change(line[field]) : change
  if (value === line[field]) return d
  const errors = d.lineErrors[key]
  return {
    ...d,
    lines: d.lines.with(at, {
      ...line,
      [field]: value,
      // Another contract has other instalments.
      ...(field === 'contract_code' && line.instalment && { instalment: null }),
      unread: without(line.unread, field),
    }),
    lineErrors: errors ? { ...d.lineErrors, [key]: without(errors, field) } : d.lineErrors,
  }
}

/** Sets the error of one field, for checks on blur, before anything is sent. */
export const setLineError = (d: Draft, key: string, field: string, message: string): Draft => ({
  ...d,
  lineErrors: { ...d.lineErrors, [key]: { ...d.lineErrors[key], [field]: message } },
})

export const activate = (d: Draft, key: string): Draft => (d.active === key ? d : { ...d, active: key })

const insert = (d: Draft, at: number, line: DraftLine): Draft =>
  d.lines.length >= MAX_LINES ? d : { ...d, lines: d.lines.toSpliced(at, 0, line), active: line.key }

export const addLine = (d: Draft): Draft => insert(d, d.lines.length, blankLine())

/** Inserts the copy after its original, without the invoices and the instalment, which belong to one line; pictures are shared. */
export function copyLine(d: Draft, key: string): Draft {
  const at = d.lines.findIndex((line) => line.key === key)
  const line = d.lines[at]
  if (!line) return d
  const images = line.images
    .filter((image) => image.attachment)
    .map((image) => ({ ...image, key: nextKey() }))
  const { instalment: _paid, ...copied } = line
  return insert(d, at + 1, { ...copied, key: nextKey(), code: null, invoices: [], images })
}

/** Removes a line, unless it is the only one, and activates a neighbour if it was shown. */
export function removeLine(d: Draft, key: string): Draft {
  const at = d.lines.findIndex((line) => line.key === key)
  if (at < 0 || d.lines.length === 1) return d
  const lines = d.lines.toSpliced(at, 1)
  const active = d.active === key ? lines[Math.min(at, lines.length - 1)]!.key : d.active
  return { ...d, lines, active }
}

/** Caches a result per line object. Lines are immutable, so a keystroke recomputes only the changed line. */
export function perLine<T>(work: (line: DraftLine) => T): (line: DraftLine) => T {
  const known = new WeakMap<DraftLine, { result: T }>()
  return (line) => {
    const found = known.get(line) ?? { result: work(line) }
    known.set(line, found)
    return found.result
  }
}

/** Undefined if the field is empty or not a valid amount. */
export const amountOf: (line: DraftLine) => Fen | undefined = perLine(
  (line) => parseField(line.pay_amount).fen,
)

/** Sum of the valid amounts; empty and invalid ones count as 0. */
export const totalOf = (lines: readonly DraftLine[]): Fen =>
  lines.reduce((sum, line) => sum + (amountOf(line) ?? 0n), 0n)

/** The codes of the instalments that lines pay, each once. */
export const instalmentsOf = (lines: readonly DraftLine[]): string[] => [
  ...new Set(lines.flatMap((line) => ((amountOf(line) ?? 0n) > 0n ? (line.instalment?.code ?? []) : []))),
]

/** What the lines book on one contract or subject. */
export const bookedOn = (
  lines: readonly DraftLine[],
  field: 'contract_code' | 'subject_three_code',
  code: string | null,
): Fen =>
  code === null
    ? 0n
    : lines.reduce((sum, line) => (line[field] === code ? sum + (amountOf(line) ?? 0n) : sum), 0n)

/** A copy of the payment of today: without number, pictures, invoices, the mark 无需发票 and instalments, which belong to one payment only. */
export const copyOf = (payment: Payment, today: string): Payment => ({
  ...payment,
  code: '',
  pay_at: today,
  cost_execution_details: payment.cost_execution_details.map((line) => ({
    ...line,
    // Only a write-off of petty cash sets this type, which is no type of the form.
    pay_category_id: line.pay_category_id === 'imprest' ? '' : line.pay_category_id,
    check_invoice: null,
    ...(line.invoices && { invoices: [] }),
    no_invoice_reason: '',
    ...(line.instalment && { instalment: null }),
    voucher_attachments: [],
    // As many lines as before: the brand of a complete payment stays true.
  })) as unknown as Payment['cost_execution_details'],
})

/** The same content as a new payment: its lines lose their codes, since none of them is stored yet. */
export const asNew = (d: Draft): Draft => ({ ...d, lines: d.lines.map((line) => ({ ...line, code: null })) })

const indices = new WeakMap<Draft['lines'], Map<string, DraftLine>>()

/** Finds a line by its key. The index is cached per `lines` array: a linear search for each of 1,000 tabs is slow. */
export function lineAt({ lines }: Draft, key: string): DraftLine | undefined {
  let index = indices.get(lines)
  if (!index) {
    index = new Map(lines.map((line) => [line.key, line]))
    indices.set(lines, index)
  }
  return index.get(key)
}
