import { fenOf } from '@pianzhang/contract/money'
import type { Forecast } from '@pianzhang/contract/payables'

type Week = Forecast['items'][number]

/** A bar of the balance at the end of a week. `top` and `height` in the chart's unit, the axis is at `zero`. */
export interface Bar {
  week: Week
  x: number
  width: number
  top: number
  height: number
  below: boolean
}
export interface Bars {
  zero: number
  bars: Bar[]
}

/** Balances by week on one scale, above and below the axis. Lengths are floats, as they are only drawn. */
export function barsOf(items: readonly Week[], width: number, height: number): Bars {
  const balances = items.map(({ balance_yuan }) => Number(fenOf(balance_yuan)))
  const highest = Math.max(0, ...balances)
  const lowest = Math.min(0, ...balances)
  const scale = highest === lowest ? 0 : height / (highest - lowest)
  const zero = highest * scale
  const step = items.length === 0 ? 0 : width / items.length
  return {
    zero,
    bars: items.map((week, index) => {
      const balance = balances[index] ?? 0
      // A balance that is not zero is never invisible.
      const length = balance === 0 ? 0 : Math.max(2, Math.abs(balance) * scale)
      return {
        week,
        x: step * index + step * 0.18,
        width: step * 0.64,
        top: balance >= 0 ? zero - length : zero,
        height: length,
        below: balance < 0,
      }
    }),
  }
}

/** Pixels between the middles of two days' names. */
const NAME_ROOM = 44

/** The bars that have room for a name: first the one where the gap begins, the lowest one and both ends. */
export function namedBars(bars: readonly Bar[]): ReadonlySet<number> {
  const named = new Set<number>()
  const fits = (index: number) =>
    [...named].every((one) => Math.abs((bars[one]?.x ?? 0) - (bars[index]?.x ?? 0)) >= NAME_ROOM)
  const balances = bars.map(({ week }) => fenOf(week.balance_yuan))
  const lowest = balances.reduce(
    (best, balance, index) => (balance < (balances[best] ?? 0n) ? index : best),
    0,
  )
  for (const index of [bars.findIndex(({ below }) => below), lowest, 0, bars.length - 1, ...bars.keys()])
    if (index in bars && fits(index)) named.add(index)
  return named
}

/** 11-16 of 2026-11-16. */
export const shortDay = (day: string): string => day.slice(5)
