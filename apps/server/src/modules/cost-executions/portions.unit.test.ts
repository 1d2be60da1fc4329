import { MAX_DELETED_LINES, MAX_LINES, tooManyLines } from '@pianzhang/contract/cost-executions'
import { expect, test } from 'vitest'
import { invalid } from '../../platform/errors.ts'
import { AT_ONCE, fitsWithoutCount, inPortions } from './portions.ts'

/** A payment is represented by the number of its lines. */
const portions = (payments: number[]) => inPortions(payments, (lines) => lines)
const sum = (lines: readonly number[]) => lines.reduce((all, one) => all + one, 0)

test('few payments fit into one batch without a count', () => {
  expect([AT_ONCE, MAX_LINES]).toEqual([5_000, 1_000])
  expect([1, 5, 6].map(fitsWithoutCount)).toEqual([true, true, false])
})

test('batches keep the order and are filled greedily', () => {
  expect(portions([])).toEqual([])
  expect(portions([0, 0])).toEqual([[0, 0]])
  expect(portions([2_500, 2_500, 1])).toEqual([[2_500, 2_500], [1]])
  expect(portions([1, 5_000, 1, 4_999, 0, 1])).toEqual([[1], [5_000], [1, 4_999, 0], [1]])
  expect(portions([5_001, 1])).toEqual([[5_001], [1]])
  for (const lines of [1, 7, 999, 1_000]) {
    const all = Array.from({ length: Math.floor(MAX_DELETED_LINES / lines) }, () => lines)
    const found = portions(all)
    expect(found.flat()).toEqual(all)
    expect(Math.max(...found.map(sum))).toBeLessThanOrEqual(AT_ONCE)
    expect(found).toHaveLength(Math.ceil(all.length / Math.floor(AT_ONCE / lines)))
  }
})

test('one request deletes at most 50,000 lines', () => {
  const most = Array.from({ length: 50 }, () => 1_000)
  expect(portions(most)).toHaveLength(10)
  expect(() => portions([...most, 1])).toThrow(invalid([{ field: 'codes', message: tooManyLines(50_001) }]))
})
