import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import { type FieldError, fieldPath } from '@pianzhang/contract/errors'
import { parseField } from '@pianzhang/contract/money-field'
import { paymentBody } from '@pianzhang/contract/payments'
import { type Draft, type DraftLine, lineAt } from './draft.ts'
import { bodyOf } from './draftBody.ts'
import { invoiceField } from './draftInvoices.ts'

/** Validation of a draft and placement of errors on its fields. Pure functions. */

/** All errors of a draft, by API field path. Empty if it can be sent. */
export function check(d: Draft): FieldError[] {
  const result = paymentBody.safeParse(bodyOf(d))
  const errors = (result.error?.issues ?? []).map((issue) => ({
    field: fieldPath(issue.path),
    message: issue.message,
  }))
  d.lines.forEach((line, at) => {
    const path = `cost_execution_details[${at}]`
    // Errors of arithmetic input (除数不能为0) come from the parser; the API's schema does not know them.
    const unreadable = (name: string, text: string) => {
      const error = text.trim() === '' ? undefined : parseField(text).error
      if (error) errors.unshift({ field: `${path}.${name}`, message: error })
    }
    unreadable('pay_amount', line.pay_amount)
    line.invoices.forEach(({ amount }, place) => {
      unreadable(`invoices[${place}].amount`, amount)
    })
    const image = line.images.find((one) => !one.attachment)
    if (image) errors.push({ field: `${path}.images`, message: image.error ?? '图片上传中，请稍候' })
    else if (line.images.length > MAX_VOUCHERS)
      errors.push({ field: `${path}.images`, message: `您一次最多只能上传${MAX_VOUCHERS}个文件` })
  })
  return errors
}

const LINE_PATH = /^cost_execution_details\[(\d+)\](?:\.(.+))?/
const INVOICE_PATH = /^invoices\[(\d+)\](\.amount)?/
const FIELD_NAMES: Record<string, string> = {
  voucher_attachment_codes: 'images',
  check_invoice_code: 'invoices',
  '': 'subject_three_code',
}

/** The field of the form that a path within a line names. */
function fieldOf(path: string): string {
  const [invoice, at, amount] = INVOICE_PATH.exec(path) ?? []
  if (invoice) return invoiceField(Number(at), amount ? 'amount' : undefined)
  const [name = ''] = path.split(/[.[]/)
  return FIELD_NAMES[name] ?? name
}

/** Sets errors on their fields and shows the first such line. `lines`: the lines as sent, which indices refer to. */
export function withErrors(
  d: Draft,
  errors: readonly FieldError[],
  lines: readonly DraftLine[] = d.lines,
): Draft {
  const headerErrors: Record<string, string> = {}
  const lineErrors: Record<string, Record<string, string>> = {}
  for (const { field, message } of errors) {
    const [, index, path = ''] = LINE_PATH.exec(field) ?? []
    const line = index === undefined ? undefined : lines[Number(index)]
    if (line) {
      lineErrors[line.key] ??= {}
      const own = lineErrors[line.key]!
      own[fieldOf(path)] ??= message
    } else headerErrors[field] ??= message
  }
  const current = lineErrors[d.active] ? d.active : d.lines.find((line) => lineErrors[line.key])?.key
  const first = Object.keys(headerErrors).length > 0 ? d.active : (current ?? d.active)
  return { ...d, headerErrors, lineErrors, active: first }
}

const ORDER = [
  'subject_three_code',
  'pay_amount',
  'pay_channel',
  'pay_category_id',
  'voucher_category',
  'face_tax_rate',
  'contract_code',
  'invoices',
  'no_invoice_reason',
  'images',
  'remark',
]
/** Error of a line field. The error of a pasted cell wins, because it says more than that the field is empty. */
export const errorAt = (d: Draft, key: string, field: string): string | undefined =>
  lineAt(d, key)?.unread[field] ?? d.lineErrors[key]?.[field]

/** First field of a line with an error, in the order of the form. */
export function firstError(d: Draft, key: string): string | undefined {
  const wrong = { ...d.lineErrors[key], ...lineAt(d, key)?.unread }
  const place = (name: string) => ORDER.indexOf(name.replace(/\[.*/, ''))
  return Object.keys(wrong).sort((a, b) => place(a) - place(b))[0]
}
