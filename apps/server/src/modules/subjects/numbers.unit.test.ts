import { expect, test } from 'vitest'
import { numberAfter } from './numbers.ts'

test.each([
  [0, null, null, '1000'],
  [0, null, '1000', '1100'],
  [0, null, '9800', '9900'],
  [0, null, '9900', null],
  [1, '1000', null, '100001'],
  [1, '1000', '100009', '100010'],
  [1, '1000', '100098', '100099'],
  [1, '1000', '100099', null],
  [2, '100001', null, '10000101'],
  [2, '100001', '10000137', '10000138'],
  [2, '100001', '10000199', null],
] as const)('level %i below %s, highest %s: %s', (level, parent, highest, next) => {
  expect(numberAfter(level, parent, highest)).toBe(next)
})
