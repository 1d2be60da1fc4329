import { attachment } from '@pianzhang/contract/attachments'
import { payeeLink } from '@pianzhang/contract/payee-link'
import { paymentFields } from '@pianzhang/contract/payments'
import { z } from 'zod'
import { type Draft, type DraftLine, nextKey } from './draft.ts'
import { contentOfLine } from './draftBody.ts'

/** Storage format of a draft in the browser: all values as typed, and only pictures that are already uploaded. */

const text = z.string()
const choice = z.string().nullable()
const line = z.object({
  code: choice,
  subject_three_code: choice,
  pay_channel: choice,
  pay_category_id: choice,
  voucher_category: choice,
  face_tax_rate: choice,
  contract_code: choice,
  instalment: z.object({ code: text, title: text }).nullish(),
  pay_amount: text,
  invoices: z.array(z.object({ code: text, amount: text })).readonly(),
  no_invoice_reason: text.default(''),
  images: z.array(z.object({ name: text, attachment })),
  remark: text,
  unread: z.record(text, text),
})
/** The stored payment that the draft is based on. A number stands for the draft's line at this index, which has the same content. */
const began = z.object({
  header: z.object(paymentFields(() => text)),
  payee: payeeLink.nullish(),
  lines: z.array(z.union([z.number(), line])),
})
/** Drafts in the format of another release are refused; there is no migration. */
const file = z.object({
  version: z.number().nullable(),
  sent: text.nullable(),
  header: z.object(paymentFields(() => text)),
  payee: payeeLink.nullish(),
  lines: z.array(line).min(1),
  active: z.number(),
  began: began.nullish(),
})
type DraftFile = z.infer<typeof file>

/** `version`: of the edited payment. `sent`: Idempotency-Key of an unanswered save with this content. */
export interface KeptDraft {
  draft: Draft
  version: number | null
  sent: string | null
  /** Null: unknown. */
  began: Draft | null
}

const lineToFile = ({ key: _key, images, ...fields }: DraftLine) => ({
  ...fields,
  images: images.flatMap(({ name, attachment }) => (attachment ? [{ name, attachment }] : [])),
})
const lineFromFile = ({ images, ...fields }: z.infer<typeof line>): DraftLine => ({
  ...fields,
  key: nextKey(),
  images: images.map((image) => ({ ...image, key: nextKey() })),
})

export const toFile = ({ draft, version, sent, began: base }: KeptDraft): DraftFile => {
  const places = new Map(draft.lines.map((one, at) => [contentOfLine(one), at]))
  return {
    version,
    sent,
    header: draft.header,
    ...(draft.payee !== undefined && { payee: draft.payee }),
    lines: draft.lines.map(lineToFile),
    active: draft.lines.findIndex((one) => one.key === draft.active),
    began: base && {
      header: base.header,
      ...(base.payee !== undefined && { payee: base.payee }),
      lines: base.lines.map((one) => places.get(contentOfLine(one)) ?? lineToFile(one)),
    },
  }
}

export function fromFile(content: unknown): KeptDraft | undefined {
  const { data } = file.safeParse(content)
  if (!data) return undefined
  const lines = data.lines.map(lineFromFile)
  const active = (lines[data.active] ?? lines[0])?.key ?? ''
  return {
    draft: {
      header: data.header,
      ...(data.payee !== undefined && { payee: data.payee }),
      lines,
      active,
      headerErrors: {},
      lineErrors: {},
    },
    version: data.version,
    sent: data.sent,
    began: data.began ? beganFrom(data.began, lines) : null,
  }
}

const beganFrom = ({ header, payee, lines }: z.infer<typeof began>, known: readonly DraftLine[]): Draft => {
  const all = lines.flatMap((one) => (typeof one === 'number' ? (known[one] ?? []) : lineFromFile(one)))
  return {
    header,
    ...(payee !== undefined && { payee }),
    lines: all,
    active: all[0]?.key ?? '',
    headerErrors: {},
    lineErrors: {},
  }
}
