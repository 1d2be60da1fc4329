import type { Fen } from './money.ts'

/** A budget against what was used of it, in fen. */
export interface Compared {
  budget: Fen
  executed: Fen
}

/** Whether more was used than the budget, which may be zero or negative. A negative amount (a refund) is never over its budget. */
export const isAbove = ({ budget, executed }: Compared): boolean => executed > 0n && executed > budget

/** Whether something was used without a budget: there is no share of zero or less. */
export const isUnbudgeted = ({ budget, executed }: Compared): boolean => executed > 0n && budget <= 0n
