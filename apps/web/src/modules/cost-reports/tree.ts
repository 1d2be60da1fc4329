import type { CostReportRow } from '@pianzhang/contract/cost-report'
import { fenOf } from '@pianzhang/contract/money'
import { isOver } from './figures.ts'

type Row = Pick<CostReportRow, 'code' | 'parent_code' | 'level' | 'out_code' | 'variance_yuan'>
export type Sorting = 'variance' | 'number'

const byNumber = (one: Row, other: Row): number =>
  one.out_code < other.out_code ? -1 : one.out_code > other.out_code ? 1 : 0
const byVariance = (one: Row, other: Row): number => {
  const more = fenOf(other.variance_yuan) - fenOf(one.variance_yuan)
  return more > 0n ? 1 : more < 0n ? -1 : byNumber(one, other)
}

/** The codes in the order in which siblings are shown. */
export const orderOf = (rows: readonly Row[], sorting: Sorting): string[] =>
  rows.toSorted(sorting === 'number' ? byNumber : byVariance).map(({ code }) => code)

/** Rows of all levels as a tree whose open branches are unfolded; `order`: of siblings. */
export function shownRows<R extends Row>(
  rows: readonly R[],
  order: readonly string[],
  isOpen: (row: R) => boolean,
): R[] {
  const place = new Map(order.map((code, index) => [code, index]))
  const below = new Map<string | null, R[]>()
  for (const row of rows) {
    const above = row.level === 0 ? null : row.parent_code
    below.set(above, [...(below.get(above) ?? []), row])
  }
  const unfold = (above: string | null): R[] =>
    (below.get(above) ?? [])
      .toSorted((one, other) => (place.get(one.code) ?? 0) - (place.get(other.code) ?? 0))
      .flatMap((row) => [row, ...(isOpen(row) ? unfold(row.code) : [])])
  return unfold(null)
}

/** The subjects of level three that come to more than their budget, the largest overrun first. */
export const overrunsOf = <R extends Row>(rows: readonly R[]): R[] =>
  rows.filter((row) => row.level === 2 && isOver(row)).toSorted(byVariance)

/** Open subjects are remembered by number, as projects share numbers and not codes. */
const MOST_OPEN = 300
export const toggled = (open: readonly string[], number: string): string[] =>
  open.includes(number) ? open.filter((one) => one !== number) : [...open, number].slice(-MOST_OPEN)
