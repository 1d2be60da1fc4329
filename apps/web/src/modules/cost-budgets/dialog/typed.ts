import { budgetAmount } from '@pianzhang/contract/cost-budgets'
import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { parseQuantityField, quantity } from '@pianzhang/contract/quantity'

/** A typed quantity in the API's format, empty as 0; an invalid one is sent unchanged for the server to refuse. */
export function typedQuantity(text: string): string {
  const typed = parseQuantityField(text)
  return typed.quantity === undefined ? text.trim() : quantity(typed.quantity)
}

/** Price × quantity as typed so far, in yuan, empty fields as 0; or the error of the amount, '' while a field itself is invalid. */
export function typedTotal(price: string, count: string): { amount: string } | { error: string } {
  const { fen } = price.trim() === '' ? { fen: 0n } : parseField(price)
  const { quantity: many } = count.trim() === '' ? { quantity: 0n } : parseQuantityField(count)
  if (fen === undefined || many === undefined) return { error: '' }
  const total = budgetAmount(fen, many)
  return 'fen' in total ? { amount: yuan(total.fen) } : total
}
