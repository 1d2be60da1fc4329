import type { InvoiceItem } from '@pianzhang/contract/invoices'
import { yuan } from '@pianzhang/contract/money'
import {
  type CodedInvoice,
  joined,
  NO_FIELDS,
  type OriginalFields,
  type OriginalItem,
} from '@pianzhang/einvoice'
import type { OriginalResult } from './jobs.ts'
import { figuresFault } from './words.ts'

/** The fields that an invoice takes from an original. */
export interface OriginalReading {
  reason: string
  coded: string
  fields: Omit<OriginalFields, 'items'> & { items: InvoiceItem[] }
}

/** The issuer's signature is not verified, so the content of the file may have been changed. */
export const UNVERIFIED = '电子签名未验证'

/**
 * An original's own fields, completed by its QR code. The invoice stays unchecked in any case, as the signature is not verified; figures that
 * contradict each other are named in the reason.
 */
export function readingOf(
  { fields, omitted }: Exclude<OriginalResult, { refusal: string }>,
  coded: { coded: string; figures: CodedInvoice | null },
): OriginalReading {
  const { figures } = coded
  const whole = figures ? joined(fields, { ...NO_FIELDS, ...figures }) : fields
  const faults = [
    whole.invoice_number === '' ? '未找到发票号码，请人工填写' : null,
    figuresFault(whole),
    figures && different(fields, figures) ? '二维码与票面内容不一致' : null,
    omitted === '' ? null : omitted,
    UNVERIFIED,
  ]
  return {
    reason: faults.filter((fault) => fault !== null).join('；'),
    coded: coded.coded,
    fields: { ...whole, items: whole.items.map(itemOf) },
  }
}

const COMPARED = [
  'invoice_type',
  'invoice_code',
  'invoice_number',
  'billing_date',
  'amount_without_tax',
  'total_amount',
] as const

/** Whether a field has different values in both; empty values do not count. */
function different(fields: OriginalFields, figures: CodedInvoice): boolean {
  return COMPARED.some((field) => {
    const [one, other] = [fields[field], figures[field]]
    return one !== null && one !== '' && other !== null && other !== '' && one !== other
  })
}

const itemOf = ({ amount, tax_amount, ...item }: OriginalItem): InvoiceItem => ({
  ...item,
  amount_yuan: amount === null ? null : yuan(amount),
  tax_amount_yuan: tax_amount === null ? null : yuan(tax_amount),
})
