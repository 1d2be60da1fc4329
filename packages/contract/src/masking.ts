/** How many characters of a secret field may be seen at each end; `HIDDEN`: none, nor how many there are. */
export type Shown = { readonly head: number; readonly tail: number } | typeof HIDDEN
export type Secrets = Readonly<Record<string, Shown>>
export const HIDDEN = 'hidden'

/** Up to 7 characters are masked whole (api.md §5). */
export function mask(text: string, shown: Shown): string {
  if (shown === HIDDEN) return '***'
  if (text.length <= 7) return '*'.repeat(text.length)
  const { head, tail } = shown
  return text.slice(0, head) + '*'.repeat(text.length - head - tail) + text.slice(text.length - tail)
}
