import { INVOICE_LABELS, type InvoiceField } from '@pianzhang/contract/invoice-types'
import type { CodedInvoice } from '@pianzhang/einvoice'
import type { Figures, VerificationProvider } from './provider.ts'

const NOT_ASKED = '未经税务机关查验'

/** Asks no service: compares the typed figures with the invoice's QR code, and says so in its reason. */
export const offlineProvider: VerificationProvider = {
  verify: async ({ figures, coded }) => {
    if (!coded)
      return {
        outcome: 'unknown',
        reason: `没有发票二维码可供比对，无法离线查验，请人工核验（${NOT_ASKED}）`,
      }
    const different = differences(figures, coded).map((field) => INVOICE_LABELS[field])
    return different.length > 0
      ? { outcome: 'failed', reason: `与发票二维码不一致：${different.join('、')}（${NOT_ASKED}）` }
      : { outcome: 'passed', reason: `与发票二维码一致，企业内没有重复（${NOT_ASKED}）` }
  },
}

/** The fields with different values in both; empty values do not count. Of a check code the last six digits are enough. */
export function differences(figures: Figures, coded: CodedInvoice): InvoiceField[] {
  const fields = [
    'invoice_type',
    'invoice_code',
    'invoice_number',
    'billing_date',
    'amount_without_tax',
    'total_amount',
    'check_code',
  ] as const
  const said = (value: unknown) => value !== null && value !== ''
  return fields.filter((field) => {
    const [typed, read] = [figures[field], coded[field]]
    if (!said(typed) || !said(read)) return false
    return field === 'check_code'
      ? typed !== read && figures.check_code.slice(-6) !== coded.check_code.slice(-6)
      : typed !== read
  })
}
