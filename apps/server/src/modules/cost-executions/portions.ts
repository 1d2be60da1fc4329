import { MAX_DELETED_LINES, MAX_LINES, tooManyLines } from '@pianzhang/contract/cost-executions'
import { invalid } from '../../platform/errors.ts'

/** So many lines at a time are read, deleted and written into the log: more of them take longer and no more memory. */
export const AT_ONCE = 5_000

/** Whether so many payments have `AT_ONCE` lines at most, whatever each of them has. */
export const fitsWithoutCount = (payments: number): boolean => payments * MAX_LINES <= AT_ONCE

/**
 * Payments in their order, in groups of `AT_ONCE` lines at most; one that has more by itself is a group. Throws 422 where all of
 * them have more lines than one delete may take.
 */
export function inPortions<T>(payments: readonly T[], linesOf: (payment: T) => number): T[][] {
  const all = payments.reduce((sum, payment) => sum + linesOf(payment), 0)
  if (all > MAX_DELETED_LINES) throw invalid([{ field: 'codes', message: tooManyLines(all) }])
  const found: T[][] = []
  let room = 0
  for (const payment of payments) {
    const lines = linesOf(payment)
    if (lines > room || found.length === 0) {
      found.push([])
      room = AT_ONCE
    }
    found.at(-1)?.push(payment)
    room -= lines
  }
  return found
}
