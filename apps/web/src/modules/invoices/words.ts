import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { formatYuan } from '@pianzhang/contract/money'
import { formatMinute } from '../../ui/time.ts'

type Named = Pick<InvoiceRow, 'invoice_number' | 'files' | 'created_at'>

/** The number; while it is unknown the name of the file, otherwise the time of upload. */
export const nameOf = ({ invoice_number, files, created_at }: Named): string =>
  invoice_number || files[0]?.file_name || `${formatMinute(created_at)} 上传`

/** The total; if only the amount before tax is known (`net`), as from a QR code, that amount. */
export const amountOf = ({
  total_amount_yuan,
  amount_without_tax_yuan,
}: Pick<InvoiceRow, 'total_amount_yuan' | 'amount_without_tax_yuan'>): {
  amount: string | null
  net: boolean
} =>
  total_amount_yuan === null && amount_without_tax_yuan !== null
    ? { amount: amount_without_tax_yuan, net: true }
    : { amount: total_amount_yuan, net: false }

/** Type, number, amount and date, as far as they are known: what was read from a file. */
export function figuresOf(invoice: InvoiceRow): string {
  const { amount, net } = amountOf(invoice)
  return [
    invoice.invoice_type_i18n,
    invoice.invoice_number,
    amount === null ? '' : `${net ? '不含税 ' : ''}${formatYuan(amount)} 元`,
    invoice.billing_date,
    invoice.seller_name,
  ]
    .filter(Boolean)
    .join('　')
}

/** 第2页, 第1、2页; '' for a whole file. */
export const pagesText = (pages: readonly number[]): string =>
  pages.length > 0 ? `第${pages.join('、')}页` : ''

type Using = Pick<InvoiceRow, 'uses' | 'used'>

/** The payments that use an invoice, and how many they are: a row names only the first ones. */
export const paymentsOf = ({ uses, used }: Using): { codes: string[]; count: number } => ({
  codes: [...new Set(uses.map(({ code }) => code))],
  count: used.payments,
})

/** FK1、FK2 or, of more than its row names, FK1、FK2 等 30 笔付款. */
export function paymentsText(invoice: Using): string {
  const { codes, count } = paymentsOf(invoice)
  return `${codes.join('、')}${count > codes.length ? ` 等 ${count} 笔付款` : ''}`
}

/** Whether a line can still use it; one whose amount is not known pays one line. */
export const isLeft = (invoice: Using & Pick<InvoiceRow, 'left_amount_yuan'>): boolean =>
  invoice.left_amount_yuan ? invoice.left_amount_yuan !== '0.00' : paymentsOf(invoice).count === 0

/** The status of a voided invoice, whatever its check said. */
export const VOIDED = '已作废'
export const statusOf = ({ status_i18n, voided }: Pick<InvoiceRow, 'status_i18n' | 'voided'>): string =>
  voided ? VOIDED : status_i18n

/** Why it is void, or why its check failed; '' for other invoices. */
export const faultOf = ({
  status,
  reason,
  voided,
}: Pick<InvoiceRow, 'status' | 'reason' | 'voided'>): string =>
  voided ? `作废：${voided.reason}` : status === 1 ? reason : ''

/** The label of `reason`, which is the cause of a failure only after a failed check. */
export const reasonName = (status: number): string => (status === 1 ? '失败原因' : '查验说明')
