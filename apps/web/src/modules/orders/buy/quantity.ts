import { MAX_QUANTITY_OF_ORDER, orderBody } from '@pianzhang/contract/orders'

const { project_quantity } = orderBody.shape

/** Full-width digits are digits too: a Chinese input method types them. */
const plain = (text: string): string => text.normalize('NFKC').trim()

/** What was typed as the number of projects: a whole one from 1 to 100, or why it is none. */
export function readQuantity(text: string): { quantity: number } | { error: string } {
  const { data, error } = project_quantity.safeParse(plain(text))
  return data === undefined ? { error: error?.issues[0]?.message ?? '' } : { quantity: data }
}

/** One less or one more than what was typed, within the limits; from what is no number, the smallest. */
export function stepQuantity(text: string, by: 1 | -1): string {
  const typed = Number(plain(text))
  const from = plain(text) === '' || !Number.isFinite(typed) ? 1 - by : Math.trunc(typed)
  return String(Math.min(MAX_QUANTITY_OF_ORDER, Math.max(1, from + by)))
}
