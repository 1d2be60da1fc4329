/** How many characters of a secret field stay visible at each end; `HIDDEN`: none, and the length is hidden too. */
export type Shown = { readonly head: number; readonly tail: number } | typeof HIDDEN
export type Secrets = Readonly<Record<string, Shown>>
export const HIDDEN = 'hidden'

/** Replaces the characters in the middle with `*`; texts up to 7 characters are masked entirely. */
export function mask(text: string, shown: Shown): string {
  if (shown === HIDDEN) return '***'
  if (text.length <= 7) return '*'.repeat(text.length)
  const { head, tail } = shown
  return text.slice(0, head) + '*'.repeat(text.length - head - tail) + text.slice(text.length - tail)
}
