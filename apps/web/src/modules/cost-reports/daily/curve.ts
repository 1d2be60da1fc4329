import { addDays, daysBetween } from '@pianzhang/contract/calendar'
import type { DailyCosts } from '@pianzhang/contract/cost-report'
import { least, most } from '@pianzhang/contract/decimal'
import { type Fen, fenOf } from '@pianzhang/contract/money'

type Days = Pick<DailyCosts, 'items' | 'budget_yuan' | 'spent_yuan'>

/** Positions in pixels within the plot. */
interface Curve {
  /** The steps of the cumulative cost. */
  points: readonly { x: number; y: number }[]
  budget: number
  zero: number
  shooting: readonly { x: number; width: number; day: string; day_no: number }[]
  months: readonly { x: number; text: string }[]
}

/** The most months that are named below the axis. */
const MOST_MONTHS = 12

/**
 * Cumulative cost over the days against the budget. A float is exact enough to place a point. Undefined: there is no day.
 */
export function curveOf({ items, budget_yuan }: Days, width: number, height: number): Curve | undefined {
  const days = items.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return undefined
  const length = daysBetween(first, last) + 1
  const step = width / length
  const amounts = [0n, fenOf(budget_yuan), ...days.map((one) => fenOf(one.cumulative_yuan))]
  const highest = amounts.reduce(most)
  const lowest = amounts.reduce(least)
  const y = (fen: Fen): number =>
    highest === lowest
      ? height
      : height - (Number(((fen - lowest) * 100_000n) / (highest - lowest)) / 100_000) * height
  const x = (day: string): number => daysBetween(first, day) * step
  let before = y(0n)
  const points = [{ x: 0, y: before }]
  for (const { day, cumulative_yuan } of days) {
    const at = x(day)
    const now = y(fenOf(cumulative_yuan))
    points.push({ x: at, y: before }, { x: at + step, y: now })
    before = now
  }
  return {
    points,
    budget: y(fenOf(budget_yuan)),
    zero: y(0n),
    shooting: days.flatMap(({ day, day_no }) =>
      day_no === null ? [] : [{ x: x(day), width: Math.max(1, step - 1), day, day_no }],
    ),
    months: monthsOf(first, last).map((day, index) => ({
      x: index === 0 ? 0 : x(day),
      text: day.slice(0, 7),
    })),
  }
}

/** The first days of months, thinned out where there are many. */
function monthsOf(first: string, last: string): string[] {
  const months: string[] = []
  for (let day = `${first.slice(0, 7)}-01`; day <= last; day = `${addDays(day, 31).slice(0, 7)}-01`)
    months.push(day)
  const every = Math.ceil(months.length / MOST_MONTHS)
  return months.filter((_, index) => index % every === 0)
}
