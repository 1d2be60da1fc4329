import { MAX_DELETED_LINES, MAX_LINES, tooManyLines } from '@pianzhang/contract/cost-executions'
import { invalid } from '../../platform/errors.ts'

/** Lines that are read, deleted and logged at a time, which bounds the memory. */
export const AT_ONCE = 5_000

/** Whether this many payments have at most `BATCH_LINES` lines even if each has the most allowed. */
export const fitsWithoutCount = (payments: number): boolean => payments * MAX_LINES <= AT_ONCE

/**
 * Payments in their order, in batches of at most `BATCH_LINES` lines; a larger payment is a batch of its own.
 * Throws 422 if all together have more lines than one request may delete.
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
