import { least, most, positive } from '@pianzhang/contract/decimal'
import { type Fen, fenOf, yuan } from '@pianzhang/contract/money'
import type { ContractLook, SubjectLook } from '@pianzhang/contract/payment-requests'

/** Lengths are shares of the longest bar, in percent; the only place where an amount becomes a float. */
const percent = (part: Fen, whole: Fen): number => (whole <= 0n ? 0 : Number((part * 10_000n) / whole) / 100)

export interface SubjectBar {
  /** Up to the budget: what is spent, then what contracts still cost; past it both are `over`. */
  spent: number
  committed: number
  over: number
  /** What is left of the budget, in yuan; below zero it is exceeded. */
  left: string
}

/** A subject's bars before and after the payment, on one scale, and where its budget ends on them. */
export function subjectBars(look: SubjectLook): { before: SubjectBar; after: SubjectBar; mark: number } {
  const budget = fenOf(look.budget_yuan)
  const states = {
    before: [fenOf(look.spent_yuan), fenOf(look.committed_yuan)],
    after: [fenOf(look.spent_after_yuan), fenOf(look.committed_after_yuan)],
  } as const
  const end = ([spent, committed]: readonly [Fen, Fen]) => positive(spent + committed)
  const scale = most(positive(budget), most(end(states.before), end(states.after)))
  const bar = (state: readonly [Fen, Fen]): SubjectBar => {
    const limit = positive(budget)
    const spent = least(least(positive(state[0]), end(state)), limit)
    const within = least(end(state), limit)
    return {
      spent: percent(spent, scale),
      committed: percent(within - spent, scale),
      over: percent(end(state) - within, scale),
      left: yuan(budget - state[0] - state[1]),
    }
  }
  return { before: bar(states.before), after: bar(states.after), mark: percent(positive(budget), scale) }
}

interface ContractBar {
  paid: number
  now: number
  /** What is left to pay after this payment, in yuan; below zero too much is paid. */
  left: string
}

/** A contract's bar after the payment. */
export function contractBar({ amount_yuan, paid_yuan, now_yuan }: ContractLook): ContractBar {
  const [amount, paid, now] = [fenOf(amount_yuan), fenOf(paid_yuan), fenOf(now_yuan)]
  const scale = most(amount, paid + now)
  return {
    paid: percent(positive(least(paid, scale)), scale),
    now: percent(positive(now), scale),
    left: yuan(amount - paid - now),
  }
}
