import { MAX_DELETED_LINES, MAX_LINES, tooManyLines } from '@pianzhang/contract/payments'
import { expect, test } from 'vitest'
import { CHUNK_LINES, fitsOneChunk, inChunks } from '../../../src/books/payments/remove.ts'
import { invalid } from '../../../src/platform/http/errors.ts'

/** A payment is represented by the number of its lines. */
const chunks = (payments: number[]) => inChunks(payments, (lines) => lines)
const sum = (lines: readonly number[]) => lines.reduce((all, one) => all + one, 0)

test('few payments fit into one chunk without a count', () => {
  expect([CHUNK_LINES, MAX_LINES]).toEqual([5_000, 1_000])
  expect([1, 5, 6].map(fitsOneChunk)).toEqual([true, true, false])
})

test('chunks keep the order and are filled greedily', () => {
  expect(chunks([])).toEqual([])
  expect(chunks([0, 0])).toEqual([[0, 0]])
  expect(chunks([2_500, 2_500, 1])).toEqual([[2_500, 2_500], [1]])
  expect(chunks([1, 5_000, 1, 4_999, 0, 1])).toEqual([[1], [5_000], [1, 4_999, 0], [1]])
  expect(chunks([5_001, 1])).toEqual([[5_001], [1]])
  for (const lines of [1, 7, 999, 1_000]) {
    const all = Array.from({ length: Math.floor(MAX_DELETED_LINES / lines) }, () => lines)
    const found = chunks(all)
    expect(found.flat()).toEqual(all)
    expect(Math.max(...found.map(sum))).toBeLessThanOrEqual(CHUNK_LINES)
    expect(found).toHaveLength(Math.ceil(all.length / Math.floor(CHUNK_LINES / lines)))
  }
})

test('one request deletes at most 50,000 lines', () => {
  const most = Array.from({ length: 50 }, () => 1_000)
  expect(chunks(most)).toHaveLength(10)
  expect(() => chunks([...most, 1])).toThrow(invalid([{ field: 'codes', message: tooManyLines(50_001) }]))
})
