import type { InvoiceItem } from '@pianzhang/contract/invoices'
import { yuan } from '@pianzhang/contract/money'
import type { OriginalFields, OriginalItem } from '@pianzhang/einvoice'
import type { OriginalContent } from './jobs.ts'
import { differenceText, figuresFault, unreadText } from './words.ts'

/** The fields that an invoice takes from an original. */
export interface OriginalReading {
  reason: string
  coded: string
  /** Empty if the invoice is the whole file. */
  pages: number[]
  fields: Omit<OriginalFields, 'items'> & { items: InvoiceItem[] }
}

/** The issuer's signature is not verified, so the content of the file may have been changed. */
export const UNVERIFIED = '电子签名未验证'

/**
 * The fields and the reason of each invoice of an original. All stay 待查验, as the electronic signature is not verified. The reason names figures that do
 * not add up, fields of which two sources differ, and, in the first invoice, pages of which nothing was read.
 */
export function readingsOf({ invoices, unread, pages: count }: OriginalContent): OriginalReading[] {
  return invoices.map(({ fields, pages, coded, differences, omitted }, index) => {
    const faults = [
      fields.invoice_number === '' ? '未找到发票号码，请人工填写' : null,
      figuresFault(fields),
      ...differences.map(differenceText),
      index === 0 ? unreadText(unread, count) : null,
      omitted === '' ? null : omitted,
      UNVERIFIED,
    ]
    return {
      reason: faults.filter((fault) => fault !== null).join('；'),
      coded,
      pages: invoices.length > 1 || unread.length > 0 ? pages : [],
      fields: { ...fields, items: fields.items.map(itemOf) },
    }
  })
}

const itemOf = ({ amount, tax_amount, ...item }: OriginalItem): InvoiceItem => ({
  ...item,
  amount_yuan: amount === null ? null : yuan(amount),
  tax_amount_yuan: tax_amount === null ? null : yuan(tax_amount),
})
