import type { CostReportSums } from '@pianzhang/contract/cost-report'
import { least, most, positive } from '@pianzhang/contract/decimal'
import { type Fen, fenOf, formatYuan, yuan } from '@pianzhang/contract/money'

/** Lengths in percent of one scale. */
export interface Bars {
  budget: number
  spent: number
  committed: number
  etc: number
  /** The part of the final cost beyond the budget, which is red and taken off the parts before it. */
  over: number
}

/**
 * Budget, cost to date and final cost on one scale, which ends at the largest of `scale` or of these. A float is exact enough to draw a
 * length.
 */
export function barsOf(sums: CostReportSums, scale: Fen = widest(sums)): Bars & { cost: number } {
  const [budget, spent, committed, etc, efc] = (
    ['budget_yuan', 'spent_yuan', 'committed_yuan', 'etc_yuan', 'efc_yuan'] as const
  ).map((name) => positive(fenOf(sums[name]))) as [Fen, Fen, Fen, Fen, Fen]
  const length = (fen: Fen): number => (scale === 0n ? 0 : Number((fen * 100_000n) / scale) / 1_000)
  let room = least(budget, efc)
  const part = (fen: Fen): number => {
    const own = least(fen, room)
    room -= own
    return length(own)
  }
  return {
    budget: length(budget),
    cost: length(spent),
    spent: part(spent),
    committed: part(committed),
    etc: part(etc),
    over: length(positive(efc - budget)),
  }
}

/** The longest bar. */
export const widest = (sums: CostReportSums): Fen =>
  [sums.budget_yuan, sums.spent_yuan, sums.efc_yuan].map(fenOf).reduce(most, 0n)

/** 较上期 +88,215.00 */
export function changeText(now: string, before: string): string {
  const change = fenOf(now) - fenOf(before)
  return `较上期 ${change > 0n ? '+' : ''}${formatYuan(yuan(change))}`
}
