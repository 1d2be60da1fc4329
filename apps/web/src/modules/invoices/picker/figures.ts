import { abs } from '@pianzhang/contract/decimal'
import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { FACE_TAX_RATES, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type Fen, fenOf, formatYuan } from '@pianzhang/contract/money'

/** What an invoice says about a line that it pays. Pure functions. */

export type InvoiceOption = Pick<
  InvoiceRow,
  | 'code'
  | 'invoice_number'
  | 'invoice_type'
  | 'invoice_type_i18n'
  | 'billing_date'
  | 'total_amount_yuan'
  | 'amount_without_tax_yuan'
  | 'tax_amount_yuan'
  | 'seller_name'
  | 'left_amount_yuan'
>

/** The voucher type of an invoice: those of both lists with one name; a VAT invoice of a roll is an ordinary one. */
export function voucherOf({ invoice_type, invoice_type_i18n }: InvoiceOption): string | null {
  const name = invoice_type === '11' ? '增值税普通发票' : invoice_type_i18n
  return VOUCHER_CATEGORIES.find(({ label }) => label === name)?.code ?? null
}

const fenOrNull = (amount: string | null): Fen | null => (amount === null ? null : fenOf(amount))

/** Each line of an invoice rounds its tax to the fen. */
const ROUNDED: Fen = 10n

/**
 * The one usual rate with which net amount and tax agree; null if they are not known, or if no or several rates would do. Without tax it may be
 * 0%, 免税 or 不征税, which only the invoice itself says.
 */
export function rateOf(invoice: InvoiceOption): string | null {
  const [total, net] = [fenOrNull(invoice.total_amount_yuan), fenOrNull(invoice.amount_without_tax_yuan)]
  const tax = fenOrNull(invoice.tax_amount_yuan) ?? (total === null || net === null ? null : total - net)
  if (net === null || tax === null || tax === 0n) return null
  const fit = FACE_TAX_RATES.filter((rate) => {
    const percent = /^(\d+)%$/.exec(rate)?.[1]
    return (
      percent !== undefined && percent !== '0' && abs(net * BigInt(percent) - tax * 100n) <= ROUNDED * 100n
    )
  })
  return fit.length === 1 ? (fit[0] ?? null) : null
}

/** 数电票(普通)　2026-11-18　含税 1,000.00 元: what one must know to choose it. */
export function invoiceWords({
  invoice_type_i18n,
  billing_date,
  total_amount_yuan: total,
  amount_without_tax_yuan: net,
}: InvoiceOption): string {
  const amount =
    total !== null ? `含税 ${formatYuan(total)} 元` : net !== null ? `不含税 ${formatYuan(net)} 元` : ''
  return [invoice_type_i18n, billing_date, amount].filter(Boolean).join('　')
}
