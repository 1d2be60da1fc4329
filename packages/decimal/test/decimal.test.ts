import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divideRounded,
  formatScaled,
  grouped,
  halfWidth,
  readCell,
  readFraction,
  readStrict,
  readTyped,
  trimDecimals,
} from '../src/decimal.ts'

const CENTS = { places: 2, max: 10n ** 15n - 1n }
const cents = fc.bigInt({ min: -CENTS.max, max: CENTS.max })

describe('a number that is written', () => {
  test('is read back, by every reader and in every form', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const text = formatScaled(value, 2)
        expect(readStrict(text, CENTS)).toEqual({ value })
        expect(readTyped(text, CENTS)).toEqual({ value })
        expect(readTyped(`¥${grouped(text)}元`.replace('¥-', '-¥'), CENTS)).toEqual({ value })
        expect(readTyped(trimDecimals(text), CENTS)).toEqual({ value })
        expect(readCell(text, CENTS)).toEqual({ value })
      }),
    )
  })

  test('is read from full-width characters', () => {
    expect(halfWidth('１，２３４。５０－')).toBe('1,234.50-')
    expect(readTyped('￥１，２３４．５０', CENTS)).toEqual({ value: 123_450n })
  })
})

test.each([
  ['', 'empty'],
  ['1,23.4', 'format'],
  ['1e3', 'format'],
  ['NaN', 'format'],
  ['--1', 'format'],
  ['9'.repeat(65), 'format'],
  ['1.005', 'places'],
  ['10000000000000', 'range'],
])('%j is refused: %s', (text, fault) => expect(readTyped(text, CENTS)).toEqual({ fault }))

test('a cell may have the noise of a double, and no more decimals than that', () => {
  expect(readCell('0.30000000000000004', CENTS)).toEqual({ value: 30n })
  expect(readCell('1.2345E4', CENTS)).toEqual({ value: 1_234_500n })
  expect(readCell('0.301', CENTS)).toEqual({ fault: 'places' })
})

test('a quotient is the nearest integer, half away from zero', () => {
  expect([5n, -5n, 4n].map((n) => divideRounded(n, 10n))).toEqual([1n, -1n, 0n])
  expect(divideRounded(5n, -10n)).toBe(-1n)
  fc.assert(
    fc.property(cents, fc.bigInt({ min: 1n, max: 10n ** 9n }), (n, d) => {
      const difference = n - divideRounded(n, d) * d
      expect(2n * (difference < 0n ? -difference : difference)).toBeLessThanOrEqual(d)
    }),
  )
})

test('an exponent is exact, and one that would fill the memory is none', () => {
  expect(readFraction('-1.5E-2')).toEqual({ numerator: -15n, denominator: 1_000n })
  expect(readFraction('1E9999')).toBeNull()
})
