import { expect, test } from 'vitest'
import { HIDDEN, mask } from '../src/masking.ts'

test.each([
  [{ head: 3, tail: 4 }, '110*****5678'],
  [{ head: 4, tail: 0 }, '1101********'],
  [{ head: 0, tail: 4 }, '********5678'],
  [{ head: 0, tail: 0 }, '************'],
  [HIDDEN, '***'],
] as const)('%o shows so many characters at each end', (shown, masked) => {
  expect(mask('110112345678', shown)).toBe(masked)
})

test('up to 7 characters are masked whole', () => {
  expect(mask('1234567', { head: 3, tail: 4 })).toBe('*******')
  expect(mask('', { head: 3, tail: 4 })).toBe('')
})

test('of a short number, such as a passport’s, four characters are hidden too', () => {
  expect(mask('E12345678', { head: 4, tail: 4 })).toBe('E1****678')
  expect(mask('E1234567', { head: 4, tail: 4 })).toBe('E1****67')
  expect(mask('12345678', { head: 0, tail: 4 })).toBe('****5678')
  expect(mask('13812345678', { head: 3, tail: 4 })).toBe('138****5678')
})
