import { MAX_QUANTITY_OF_ORDER, orderBody } from '@pianzhang/contract/orders'

const { project_quantity } = orderBody.shape

/** Full-width digits are digits too: a Chinese input method types them. */
const plain = (text: string): string => text.normalize('NFKC').trim()

/** Reads a typed number of projects: a whole number from 1 to 100, or why the text is invalid. */
export function readQuantity(text: string): { quantity: number } | { error: string } {
  const { data, error } = project_quantity.safeParse(plain(text))
  return data === undefined ? { error: error?.issues[0]?.message ?? '' } : { quantity: data }
}

/** The typed number plus or minus one, within the limits; the smallest number if the text is no number. */
export function stepQuantity(text: string, by: 1 | -1): string {
  const typed = Number(plain(text))
  const from = plain(text) === '' || !Number.isFinite(typed) ? 1 - by : Math.trunc(typed)
  return String(Math.min(MAX_QUANTITY_OF_ORDER, Math.max(1, from + by)))
}
