import { expect, test } from 'vitest'
import { keepAmount, settleAmount } from './typedTotal.ts'

test.each([
  ['12a3', '123'],
  ['1,234.5', '1234.5'],
  ['1.2.3', '1.23'],
  ['1.239', '1.23'],
  ['１２．５', '12.5'],
  ['-', '-'],
  ['-5', '-5'],
  ['−5', '-5'],
  ['5-', '5'],
  ['--5', '-5'],
  ['¥100 元', '100'],
  ['.5', '.5'],
  ['', ''],
])('of %s typed, %s stays', (typed, kept) => {
  expect(keepAmount(typed)).toBe(kept)
})

test.each([
  ['5', '5.00'],
  ['-5', '-5.00'],
  ['.5', '0.50'],
  ['007', '7.00'],
  ['0', ''],
  ['-0.00', ''],
  ['-', ''],
  ['.', ''],
  ['', ''],
  ['99999999999999999', '99999999999999999'],
])('%s becomes "%s" when the field is left', (kept, settled) => {
  expect(settleAmount(kept)).toBe(settled)
})
