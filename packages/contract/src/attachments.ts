import { z } from 'zod'
import { HIDDEN, type Secrets } from './masking.ts'
import { code, many } from './page.ts'

/** What may be uploaded, by content and not by name (api.md §2). */
export const UPLOAD_LIMIT = 10 * 1024 * 1024
export const SHEET_LIMIT = 50 * 1024 * 1024
export const MAX_VOUCHERS = 10
export const UPLOAD_TRIES = 6

/** `manager/attachments/<file name>-<digits>.<ext>`; the name without `/` and control characters. */
export const UPLOAD_KEY = /^manager\/attachments\/[^/\p{Cc}]{1,180}-\d{1,20}\.[A-Za-z0-9]{1,8}$/u

/** A token is good for one upload until it is used or 10 minutes old. */
export const UPLOAD_SECRETS = { token: HIDDEN, token_id: HIDDEN } as const satisfies Secrets

export const uploadTokenBody = z.object({
  key: z
    .string('请提供文件名')
    .regex(UPLOAD_KEY, '文件名格式不正确')
    .refine((text) => text.isWellFormed(), '文件名格式不正确'),
})
/** What `upload_url` takes, multipart, in this order: a file that comes before its token or key is refused. */
export const uploadForm = z.object({ token: z.string(), key: z.string(), file: z.file() })

export const uploadTokenAnswer = z.object({ token: z.string(), upload_url: z.string(), key: z.string() })

export const attachment = z.object({
  code: z.string(),
  file_name: z.string(),
  file_size: z.number().int(),
  file_url: z.string(),
  thumb_url: z.string().optional(),
})
export type Attachment = z.output<typeof attachment>

/** Links live an hour, forms and their drafts longer. */
export const attachmentsQuery = z.object({ codes: many(code) })
export const attachmentsAnswer = z.object({ items: z.array(attachment) })
