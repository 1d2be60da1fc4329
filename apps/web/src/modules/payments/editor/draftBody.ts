import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { type Draft, type DraftLine, perLine } from './draft.ts'
import { sentInvoices } from './draftInvoices.ts'

/** What a draft sends, and text of it that tells whether two are the same. */

/** The request body. An unreadable amount is sent as typed, so that the schema refuses it. */
export const bodyOf = (d: Draft, version?: number) => ({
  ...d.header,
  ...(d.payee !== undefined && { payee_code: d.payee?.code ?? null }),
  cost_execution_details: d.lines.map(bodyOfLine),
  version,
})

function bodyOfLine({
  key: _key,
  unread: _unread,
  images,
  invoices,
  pay_amount,
  instalment,
  ...line
}: DraftLine) {
  const { fen } = parseField(pay_amount)
  return {
    ...line,
    ...(instalment !== undefined && { instalment_code: instalment?.code ?? null }),
    // The schema reports a missing value only for an absent field.
    subject_three_code: line.subject_three_code ?? undefined,
    pay_category_id: line.pay_category_id ?? undefined,
    pay_amount: fen === undefined ? pay_amount : yuan(fen),
    invoices: sentInvoices(invoices),
    voucher_attachment_codes: images.flatMap((image) => (image.attachment ? [image.attachment.code] : [])),
  }
}

/** The body of companies without the feature `missing_invoice`: the only invoice of each line. A stored line that has several since it was on says nothing of them, and keeps them. */
export function bodyWithOneInvoice(d: Draft, version?: number) {
  const body = bodyOf(d, version)
  const lines = body.cost_execution_details.map(({ invoices, ...line }) => ({
    ...line,
    check_invoice_code: (!(line.code && invoices.length > 1) && invoices[0]?.code) || null,
  }))
  return { ...body, cost_execution_details: lines }
}

export const contentOfLine = perLine((line) =>
  JSON.stringify([bodyOfLine(line), line.images.filter((image) => !image.attachment).length]),
)

/** Equal content gives equal text: to detect unsaved changes, and to use one Idempotency-Key per content. */
export const contentOf = (d: Draft): string =>
  [JSON.stringify(d.header) + (d.payee?.code ?? ''), ...d.lines.map(contentOfLine)].join('\n')
