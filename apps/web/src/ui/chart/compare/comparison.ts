import { type Compared, isAbove, isUnbudgeted } from '@pianzhang/contract/compared'
import { abs } from '@pianzhang/contract/decimal'
import { type Fen, fenOf, percentOf, yuan } from '@pianzhang/contract/money'

/** A budget against what was used of it, amounts of the API: "1234.50". */
export interface Amounts {
  budget: string
  executed: string
}
export interface Comparison extends Amounts {
  key: string
  name: string
  /** The number that people know it by. */
  number?: string
}
/** Several comparisons as one. */
export interface CompareRest extends Amounts {
  quantity: number
}

const fensOf = ({ budget, executed }: Amounts): Compared => ({
  budget: fenOf(budget),
  executed: fenOf(executed),
})

/** "377.07%"; without a budget there is no share: `none` (无预算) where something was used, else "-". */
export function usedShare(amounts: Amounts, none: string): string {
  const { budget, executed } = fensOf(amounts)
  if (budget > 0n) return percentOf(executed, budget)
  return isUnbudgeted({ budget, executed }) ? none : '-'
}

/** Whether more was used than the budget. */
export const isOver = (amounts: Amounts): boolean => isAbove(fensOf(amounts))

export const sumOf = (rows: readonly Amounts[]): Amounts => ({
  budget: yuan(rows.reduce((sum, { budget }) => sum + fenOf(budget), 0n)),
  executed: yuan(rows.reduce((sum, { executed }) => sum + fenOf(executed), 0n)),
})

/** Keeps at most `most` entries: of more rows, the first `most - 1`, and the others, combined with `more`, as the rest. */
export function firstOf<T extends Amounts>(
  rows: readonly T[],
  most: number,
  more: CompareRest | null = null,
): { rows: readonly T[]; rest: CompareRest | null } {
  const others = rows.length <= most ? [] : rows.slice(most - 1)
  const quantity = others.length + (more?.quantity ?? 0)
  return {
    rows: others.length > 0 ? rows.slice(0, most - 1) : rows,
    rest: quantity > 0 ? { quantity, ...sumOf(more ? [...others, more] : others) } : null,
  }
}

/** A bar on an axis of 100 percent: where it begins, and how long it is. */
export interface Bar {
  left: number
  width: number
}

/** The common scale of these rows' bars: positive amounts extend from `zero` to the right, negative ones to the left. */
export function scaleOf(rows: readonly Amounts[]): { zero: number; bar: (amount: string) => Bar } {
  const all = rows.flatMap(({ budget, executed }) => [fenOf(budget), fenOf(executed)])
  const [least, most] = all.reduce<[Fen, Fen]>(
    ([low, high], fen) => (fen < low ? [fen, high] : fen > high ? [low, fen] : [low, high]),
    [0n, 0n],
  )
  const whole = most - least
  // Percent of the axis: a float is exact enough to draw a bar, texts use the amount.
  const part = (fen: Fen): number => (whole === 0n ? 0 : Number((fen * 10_000n) / whole) / 100)
  const zero = part(-least)
  return {
    zero,
    bar: (amount) => {
      const fen = fenOf(amount)
      return { left: fen < 0n ? zero - part(-fen) : zero, width: part(abs(fen)) }
    },
  }
}
