import { positive } from '@pianzhang/contract/decimal'
import { type Fen, fenOf } from '@pianzhang/contract/money'
import type { BudgetLeft } from './useBudgetsLeft.ts'

/**
 * What a record leaves of a subject's budget. `left`: before it, without its own stored amount `own`; null: the subject has no budget. `over`: by
 * how much the amounts `typed` in the record exceed it; 0 if they do not, and for a refund.
 */
export function leftOf(one: BudgetLeft | undefined, typed: Fen, own: Fen): { left: Fen | null; over: Fen } {
  if (!one || fenOf(one.budget_yuan) === 0n) return { left: null, over: 0n }
  const left = fenOf(one.left_yuan) + own
  return { left, over: typed > 0n && typed > left ? typed - positive(left) : 0n }
}
