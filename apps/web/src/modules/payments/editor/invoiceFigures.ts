import { abs } from '@pianzhang/contract/decimal'
import { VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type Fen, fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import type { InvoiceOption } from '../../invoices/picker/figures.ts'
import { rateOf, voucherOf } from '../../invoices/picker/figures.ts'
import { amountOf, type Draft, type DraftLine, lineAt, setLine } from './draft.ts'

/** The invoices of a line in the editor. Pure functions. */

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
