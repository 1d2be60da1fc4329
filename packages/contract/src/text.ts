import { z } from 'zod'

/** Characters are code points, as in PostgreSQL's char_length and JSON Schema's maxLength: most emoji are one, a flag is two. */
export const MAX_NAME = 200
export const MAX_TEXT = 2_000

const UNSTORABLE = '包含无法保存的字符'

/** PostgreSQL holds neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The number of code points. */
export function length(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** At most `max` code points. UTF-16 units are counted first, which is cheap: a code point has one or two. */
const fits = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && length(text) <= max)

/** Has a visible character: not only spaces, zero-width or control characters. */
const isVisible = (text: string): boolean => /[^\p{Z}\p{Cc}\p{Cf}]/u.test(text)

/**
 * Without invisible characters (zero width, direction marks), each run of white space as one space, so that names that
 * look the same are the same.
 */
export const plainName = (text: string): string =>
  text
    .replace(/\p{Cf}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

const problem = (text: string, max: number): string | undefined =>
  !isStorable(text) ? UNSTORABLE : fits(text, max) ? undefined : `不能超过${max}个字符`

/**
 * A required name: as `plainName` makes it, 1 to 200 characters. `label` is the field's name (付款方) or the whole message
 * (请输入付款方), which missing, empty and blank texts get.
 */
export const nameText = (label: string) => {
  const missing = label.startsWith('请') ? label : `请输入${label}`
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : '格式不正确') })
    .overwrite(plainName)
    .superRefine((text, ctx) => {
      const message = isVisible(text) ? problem(text, MAX_NAME) : missing
      if (message) ctx.addIssue({ code: 'custom', message, input: text })
    })
    .meta({ minLength: 1, maxLength: MAX_NAME })
}

/** For columns `text not null default ''`: absent, null and blank become ''; else as `plain` makes it, up to `max` characters. */
const optionalText = (max: number, plain: (text: string) => string = (text) => text.trim()) =>
  z
    .union([z.string(), z.null()], '格式不正确')
    .optional()
    .transform((input, ctx): string => {
      const text = plain(input ?? '')
      const message = problem(text, max)
      if (message) ctx.addIssue({ code: 'custom', message, input })
      return text
    })
    .meta({ maxLength: max })

export const optionalName = optionalText(MAX_NAME, plainName)
export const longText = optionalText(MAX_TEXT)
