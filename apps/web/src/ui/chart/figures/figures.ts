import { abs, divideRounded, formatScaled } from '@pianzhang/contract/decimal'
import { type Fen, fenOf, sum, yuan } from '@pianzhang/contract/money'

/** One amount of a chart. */
export interface Figure {
  /** The filter value behind the figure, unique in its chart. */
  key: string
  name: string
  /** The number that people know it by. */
  number?: string
  /** As in the API: "1234.50". */
  amount: string
  /** Tells kinds apart by hue; the first palette colour without it. */
  color?: string
}

/** Several figures combined: those beyond a chart's limit or the response's. */
export interface Rest {
  count: number
  amount: string
}

export interface Shown {
  figures: readonly Figure[]
  rest: Rest | null
}

/** A response's items as figures. `others`: items beyond the response's limit. */
export const shownOf = <T extends { amount: string }>(
  items: readonly T[],
  nameOf: (item: T) => Omit<Figure, 'amount'>,
  others?: { quantity: number; amount: string },
): Shown => ({
  figures: items.map((item) => ({ ...nameOf(item), amount: item.amount })),
  rest: others && others.quantity > 0 ? { count: others.quantity, amount: others.amount } : null,
})

const total = (figures: readonly Pick<Figure, 'amount'>[]): Fen =>
  sum(figures.map(({ amount }) => fenOf(amount)))

/** At most `most` figures: the largest ones in their given order, and all others, with the items beyond the response's limit, as one. */
function keep(
  figures: readonly Figure[],
  most: number,
  rank: (figure: Figure) => Fen,
  more: Rest | null = null,
): Shown {
  if (figures.length + (more ? 1 : 0) <= most) return { figures, rest: more }
  const kept = new Set(
    [...figures].sort((a, b) => (rank(a) < rank(b) ? 1 : rank(a) > rank(b) ? -1 : 0)).slice(0, most - 1),
  )
  const others = figures.filter((figure) => !kept.has(figure))
  return {
    figures: figures.filter((figure) => kept.has(figure)),
    rest: bothOf({ count: others.length, amount: yuan(total(others)) }, more),
  }
}

/** Combines two rests. */
export const bothOf = (one: Rest | null, other: Rest | null): Rest | null =>
  one && other
    ? { count: one.count + other.count, amount: yuan(fenOf(one.amount) + fenOf(other.amount)) }
    : (one ?? other)

/** Figures that a pie can show: negative shares are left out. `others`: items beyond the response's limit. */
export const slicesOf = (figures: readonly Figure[], most: number, others: Rest | null = null): Shown =>
  keep(
    figures.filter(({ amount }) => fenOf(amount) > 0n),
    most,
    ({ amount }) => fenOf(amount),
    others && fenOf(others.amount) > 0n ? others : null,
  )

/** The figures with the largest absolute amounts, in their given order; all others as one. */
export const barsOf = (figures: readonly Figure[], most: number): Shown =>
  keep(figures, most, ({ amount }) => abs(fenOf(amount)))

/** The net sum of all figures, and the sum of the positive ones, to which shares relate. */
export const sumsOf = (figures: readonly Pick<Figure, 'amount'>[]): { net: string; positive: Fen } => ({
  net: yuan(total(figures)),
  positive: total(figures.filter(({ amount }) => fenOf(amount) > 0n)),
})

/** "49.00%"; a share too small for that is "<0.01%", a negative amount has none: "-". */
export function shareOf(amount: string, positive: Fen): string {
  const fen = fenOf(amount)
  if (fen <= 0n || positive <= 0n) return '-'
  const share = divideRounded(fen * 10_000n, positive)
  return share === 0n ? '<0.01%' : `${formatScaled(share, 2)}%`
}
