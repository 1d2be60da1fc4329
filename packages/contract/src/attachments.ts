import { z } from 'zod'
import { HIDDEN, type Secrets } from './masking.ts'
import { code, many } from './page.ts'

/** Largest size in bytes of an uploaded picture or PDF; the server recognizes the kind by the content, not by the file's name. */
export const UPLOAD_LIMIT = 10 * 1024 * 1024
/** Largest size in bytes of an uploaded spreadsheet. */
export const SHEET_LIMIT = 50 * 1024 * 1024
/** Voucher pictures of one payment line, or of one petty cash detail. */
export const MAX_VOUCHERS = 10
/** The codes of a form's voucher pictures, in their order. */
export const voucherCodes = z
  .array(code, '凭证图片格式不正确')
  .max(MAX_VOUCHERS, `您一次最多只能上传${MAX_VOUCHERS}个文件`)
  .refine((codes) => new Set(codes).size === codes.length, '凭证图片重复')
  .nullish()
  .transform((codes) => codes ?? [])
/** How often the page retries a failed upload before it reports the failure. */
export const UPLOAD_RETRIES = 6

/** The body of `POST …/vouchers`: pictures that a record gets besides those that it has. */
export const addedVouchers = z.object({
  voucher_attachment_codes: voucherCodes.refine((codes) => codes.length > 0, '请上传凭证图片'),
})
export type AddedVouchers = z.output<typeof addedVouchers>

/** `manager/attachments/<file name>-<digits>.<ext>`; the name without `/` and control characters. */
export const UPLOAD_KEY = /^manager\/attachments\/[^/\p{Cc}]{1,180}-\d{1,20}\.[A-Za-z0-9]{1,8}$/u

/** An upload token is valid for one upload and 10 minutes, so the log masks it. */
export const UPLOAD_SECRETS = { token: HIDDEN, token_id: HIDDEN } as const satisfies Secrets

export const uploadTokenBody = z.object({
  key: z
    .string('请提供文件名')
    .regex(UPLOAD_KEY, '文件名格式不正确')
    .refine((text) => text.isWellFormed(), '文件名格式不正确'),
})
/** The multipart form that `upload_url` takes, in this order: a file that comes before the token or the key is refused. */
export const uploadForm = z.object({ token: z.string(), key: z.string(), file: z.file() })

/**
 * If there are `fields`, the client uploads directly to the storage: a form of these fields, then the file. Then it sends token and key to
 * `confirm_url`, which answers as an upload to this server does.
 */
export const uploadTokenAnswer = z.object({
  token: z.string(),
  upload_url: z.string(),
  key: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  confirm_url: z.string().optional(),
})
export type UploadTokenAnswer = z.output<typeof uploadTokenAnswer>

export const uploadConfirmBody = z.object({
  token: z.string('请提供上传凭证').max(2000, '上传凭证无效，请重新上传'),
  key: z.string('请提供文件名').max(300, '文件名格式不正确'),
})

export const attachment = z.object({
  code: z.string(),
  file_name: z.string(),
  file_size: z.number().int(),
  file_url: z.string(),
  thumb_url: z.string().optional(),
})
export type Attachment = z.output<typeof attachment>

/** Signed links expire after an hour; a form or a draft that lives longer asks for new ones by code. */
export const attachmentsQuery = z.object({ codes: many(code) })
export const attachmentsAnswer = z.object({ items: z.array(attachment) })
