/** ID numbers keep the first 3 and last 4 characters, bank accounts the last 4; up to 7 characters are masked whole (api.md §5). */
export function mask(text: string, head: number, tail: number): string {
  if (text.length <= 7) return '*'.repeat(text.length)
  return text.slice(0, head) + '*'.repeat(text.length - head - tail) + text.slice(-tail)
}
