import { attachment } from '@pianzhang/contract/attachments'
import { z } from 'zod'
import { type Draft, headerOf, nextKey } from './draft.ts'

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
  pay_amount: text,
  check_invoice_code: choice,
  images: z.array(z.object({ name: text, attachment })),
  remark: text,
  unread: z.record(text, text),
})
/** Drafts in the format of another release are refused; there is no migration. */
const file = z.object({
  version: z.number().nullable(),
  sent: text.nullable(),
  header: z.object(headerOf(() => text)),
  lines: z.array(line).min(1),
  active: z.number(),
})
type DraftFile = z.infer<typeof file>

/** `version`: of the edited payment. `sent`: Idempotency-Key of an unanswered save with this content. */
export interface KeptDraft {
  draft: Draft
  version: number | null
  sent: string | null
}

export const toFile = ({ draft, version, sent }: KeptDraft): DraftFile => ({
  version,
  sent,
  header: draft.header,
  lines: draft.lines.map(({ key: _key, images, ...fields }) => ({
    ...fields,
    images: images.flatMap(({ name, attachment }) => (attachment ? [{ name, attachment }] : [])),
  })),
  active: draft.lines.findIndex((one) => one.key === draft.active),
})

export function fromFile(content: unknown): KeptDraft | undefined {
  const { data } = file.safeParse(content)
  if (!data) return undefined
  const lines = data.lines.map(({ images, ...fields }) => ({
    ...fields,
    key: nextKey(),
    images: images.map((image) => ({ ...image, key: nextKey() })),
  }))
  const active = (lines[data.active] ?? lines[0])?.key ?? ''
  return {
    draft: { header: data.header, lines, active, headerErrors: {}, lineErrors: {} },
    version: data.version,
    sent: data.sent,
  }
}
