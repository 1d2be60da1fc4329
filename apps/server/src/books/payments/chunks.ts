import { MAX_DELETED_LINES, MAX_LINES, tooManyLines } from '@pianzhang/contract/payments'
import { invalid } from '../../platform/http/errors.ts'

/** Lines that are read, deleted and logged at a time, which bounds the memory. */
export const CHUNK_LINES = 5_000

/** Whether this many payments have at most `CHUNK_LINES` lines even if each has the most allowed. */
export const fitsOneChunk = (payments: number): boolean => payments * MAX_LINES <= CHUNK_LINES

/**
 * Payments in their order, in chunks of at most `CHUNK_LINES` lines; a larger payment is a chunk of its own.
 * Throws 422 if all together have more lines than one request may delete.
 */
export function inChunks<T>(payments: readonly T[], linesOf: (payment: T) => number): T[][] {
  const all = payments.reduce((sum, payment) => sum + linesOf(payment), 0)
  if (all > MAX_DELETED_LINES) throw invalid([{ field: 'codes', message: tooManyLines(all) }])
  const found: T[][] = []
  let room = 0
  for (const payment of payments) {
    const lines = linesOf(payment)
    if (lines > room || found.length === 0) {
      found.push([])
      room = CHUNK_LINES
    }
    found.at(-1)?.push(payment)
    room -= lines
  }
  return found
}
