import { expect, test } from 'vitest'
import { freeNumber } from '../../../src/base/subjects/preload.ts'

const hundreds = Array.from({ length: 90 }, (_, index) => String(1000 + index * 100))
const below = (parent: string) =>
  Array.from({ length: 99 }, (_, index) => `${parent}${String(index + 1).padStart(2, '0')}`)

test.each([
  [0, null, [], '1000'],
  [0, null, ['1000'], '1100'],
  [0, null, ['9800', '1000'], '9900'],
  [0, null, ['1000', '9900'], '1100'],
  [0, null, ['1100', '9900'], '1000'],
  [0, null, hundreds, null],
  [1, '1000', [], '100001'],
  [1, '1000', ['100009', '100002'], '100010'],
  [1, '1000', ['100098'], '100099'],
  [1, '1000', ['100001', '100099'], '100002'],
  [1, '1000', below('1000'), null],
  [2, '100001', [], '10000101'],
  [2, '100001', ['10000137'], '10000138'],
  [2, '100001', ['10000199'], '10000101'],
  [2, '100001', below('100001'), null],
] as const)('level %i below %s beside %j: %s', (level, parent, siblings, next) => {
  expect(freeNumber(level, parent, siblings)).toBe(next)
})
