/** How many characters of a secret field stay visible at each end; `HIDDEN`: none, and the length is hidden too. */
export type Shown = { readonly head: number; readonly tail: number } | typeof HIDDEN
export type Secrets = Readonly<Record<string, Shown>>
export const HIDDEN = 'hidden'

/** The same wherever a person's number, or a bank account, is shown. */
export const ID_NUMBER_SHOWN = { head: 3, tail: 4 } as const
export const ACCOUNT_SHOWN = { head: 0, tail: 4 } as const

/** Characters that stay hidden of a text that is not hidden entirely, such as a passport's number. */
const LEAST_HIDDEN = 4

/** Replaces the characters in the middle with `*`, at least four; texts up to 7 characters are masked entirely. */
export function mask(text: string, shown: Shown): string {
  if (shown === HIDDEN) return '***'
  const { length } = text
  if (length <= 7) return '*'.repeat(length)
  const most = length - LEAST_HIDDEN
  const head = Math.min(shown.head, Math.floor(most / 2))
  const tail = Math.min(shown.tail, most - head)
  return text.slice(0, head) + '*'.repeat(length - head - tail) + text.slice(length - tail)
}
