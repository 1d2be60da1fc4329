import { type Fen, fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import type { PaymentLineAnswer } from '@pianzhang/contract/payments'

/** The invoices of a line as they are filled in. Pure functions. */

export interface DraftInvoice {
  code: string
  /** How much of the line it pays, as typed; empty: the lesser of what is left of the line and of the invoice. */
  amount: string
}
export type DraftInvoices = readonly DraftInvoice[]

/** The name of a control of an invoice, for errors and ids; the first invoice's is that of the whole field. */
export const invoiceField = (at: number, part?: 'amount'): string =>
  part ? `invoices[${at}].${part}` : at === 0 ? 'invoices' : `invoices[${at}]`

/** Undefined if the amount is left open or not valid. */
export const typedOf = ({ amount }: DraftInvoice): Fen | undefined =>
  amount.trim() === '' ? undefined : parseField(amount).fen

/** As the API takes them. An unreadable amount is sent as typed, so that the schema refuses it. */
export const sentInvoices = (invoices: DraftInvoices): { code: string; amount?: string }[] =>
  invoices.map((invoice) => {
    if (invoice.amount.trim() === '') return { code: invoice.code }
    const fen = typedOf(invoice)
    return { code: invoice.code, amount: fen === undefined ? invoice.amount : yuan(fen) }
  })

/** 12345678、23456789（50.00）, as it is also pasted and imported. */
export const invoicesText = (invoices: DraftInvoices, nameOf: (code: string) => string): string =>
  invoices
    .map((invoice) => {
      const fen = typedOf(invoice)
      const amount = fen === undefined ? invoice.amount.trim() : formatYuan(fen)
      return nameOf(invoice.code) + (amount && `（${amount}）`)
    })
    .join('、')

/** An invoice that takes all that is left of its line follows the line's amount: its own is left open. */
function opened(whole: Fen, uses: readonly { code: string; amount: Fen }[]): DraftInvoice[] {
  let rest = whole
  return uses.map(({ code, amount }) => {
    // A request answers the whole line for an amount that is left open until it is booked.
    const takesAll = amount === rest || amount === whole
    rest -= amount
    return { code, amount: takesAll ? '' : yuan(amount) }
  })
}

/** The invoices of a stored line. */
export const invoicesOf = ({ pay_amount_yuan, invoices }: PaymentLineAnswer): DraftInvoice[] =>
  opened(
    fenOf(pay_amount_yuan),
    invoices.map(({ code, amount_yuan }) => ({ code, amount: fenOf(amount_yuan) })),
  )

/** What a form would show of these invoices after it has saved them; an amount that is left open is stored as `there` says. */
export function asStored(sent: DraftInvoices, whole: Fen | undefined, there: DraftInvoices): DraftInvoices {
  if (sent.length === 0 || whole === undefined) return sent
  let rest = whole
  const uses = sent.map((invoice, at) => {
    const stored = there[at]
    const open = stored?.code === invoice.code ? typedOf(stored) : undefined
    const amount = typedOf(invoice) ?? open ?? rest
    rest -= amount
    return { code: invoice.code, amount }
  })
  return opened(whole, uses)
}
