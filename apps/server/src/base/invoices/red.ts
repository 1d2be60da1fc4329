import { yuan } from '@pianzhang/contract/money'
import { type Amounts, amountOf, excessOf, isRed, type Use, worthOf } from './allocate.ts'

/** The error if an invoice that a payment line with a positive amount uses would become a red-letter invoice. */
const NOT_RED = '该发票已用于正数金额的付款明细，不能改为红字发票'

/**
 * Why an invoice that lines use cannot get these amounts: it would be worth less than they use, or become red although a positive line uses it. Lock
 * the invoice first, as payments do before they use one.
 */
export function usedFault(amounts: Amounts, uses: readonly Use[]): string | null {
  if (isRed(amounts) && uses.some(({ amount }) => amount > 0n)) return NOT_RED
  const used = amountOf(uses)
  return excessOf(used, worthOf(amounts)) > 0n
    ? `付款明细已使用 ${yuan(used)} 元，发票金额不能小于该金额`
    : null
}
