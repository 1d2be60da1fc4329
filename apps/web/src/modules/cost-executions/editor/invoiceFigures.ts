import { FACE_TAX_RATES, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type Fen, fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import type { InvoiceOption } from '../choices.ts'
import { amountOf, type Draft, type DraftLine, lineAt, setLine } from './draft.ts'

/** What an invoice says about the line that it pays. Pure functions. */

/** The voucher type of an invoice: those of both lists with one name; a VAT invoice of a roll is an ordinary one. */
function voucherOf({ invoice_type, invoice_type_i18n }: InvoiceOption): string | null {
  const name = invoice_type === '11' ? '增值税普通发票' : invoice_type_i18n
  return VOUCHER_CATEGORIES.find(({ label }) => label === name)?.code ?? null
}

const abs = (fen: Fen): Fen => (fen < 0n ? -fen : fen)
const fenOrNull = (amount: string | null): Fen | null => (amount === null ? null : fenOf(amount))

/** Each line of an invoice rounds its tax to the fen. */
const ROUNDED: Fen = 10n

/**
 * The one usual rate with which net amount and tax agree; null if they are not known, or if no or several rates would do. Without tax it may be
 * 0%, 免税 or 不征税, which only the invoice itself says.
 */
function rateOf(invoice: InvoiceOption): string | null {
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

/** What it adds to the empty amount of a line. What is paid is with tax: a net amount alone is not filled in. */
const amountIn = ({ total_amount_yuan: total, left_amount_yuan: left }: InvoiceOption): Fen =>
  total === null ? 0n : fenOf(left ?? total)

/**
 * Chooses invoices for a line, the first one in the place `at`, and fills voucher type, tax rate and amount where they are empty.
 */
export function chooseInvoices(
  draft: Draft,
  key: string,
  chosen: readonly InvoiceOption[],
  at: number,
): Draft {
  const line = lineAt(draft, key)
  const [first] = chosen
  if (!line || !first) return draft
  const amount = chosen.reduce((sum, invoice) => sum + amountIn(invoice), 0n)
  const filled = {
    voucher_category: line.voucher_category ?? voucherOf(first),
    face_tax_rate: line.face_tax_rate ?? rateOf(first),
    pay_amount: line.pay_amount.trim() === '' && amount !== 0n ? yuan(amount) : line.pay_amount,
  }
  return (Object.keys(filled) as (keyof typeof filled)[]).reduce(
    (all, field) => setLine(all, key, field, filled[field]),
    setLine(draft, key, 'invoices', (all) =>
      all.toSpliced(at, 1, ...chosen.map(({ code }) => ({ code, amount: '' }))),
    ),
  )
}

/** What the line and its invoice disagree on, as sentences; an empty or unreadable field is no disagreement. */
export function invoiceDiffers(invoice: InvoiceOption, line: DraftLine): string[] {
  const { total_amount_yuan: total, amount_without_tax_yuan: net } = invoice
  const amount = amountOf(line)
  const differs: string[] = []
  if (amount !== undefined && total !== null && fenOf(total) !== amount)
    differs.push(`发票含税 ${formatYuan(total)}，本行 ${formatYuan(yuan(amount))}`)
  // With tax it is more than without.
  if (amount !== undefined && total === null && net !== null && abs(amount) < abs(fenOf(net)))
    differs.push(`发票不含税 ${formatYuan(net)}，本行 ${formatYuan(yuan(amount))}`)
  return [...differs, ...kindDiffers(invoice, line)]
}

/** The same without the amounts. */
export function kindDiffers(invoice: InvoiceOption, line: DraftLine): string[] {
  const [voucher, rate] = [voucherOf(invoice), rateOf(invoice)]
  const differs: string[] = []
  if (rate !== null && line.face_tax_rate && line.face_tax_rate !== rate)
    differs.push(`发票税率 ${rate}，本行 ${line.face_tax_rate}`)
  if (voucher !== null && line.voucher_category !== null && line.voucher_category !== voucher)
    differs.push(`发票为${nameOf(voucher)}，本行凭证类型为${nameOf(line.voucher_category)}`)
  return differs
}

const nameOf = (voucher: string) => VOUCHER_CATEGORIES.find(({ code }) => code === voucher)?.label ?? ''

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
