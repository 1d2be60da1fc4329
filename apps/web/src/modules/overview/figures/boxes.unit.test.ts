import { expect, test } from 'vitest'
import { aboveOf, shareOf } from './boxes.ts'

const box = (used: string, of: string) => ({
  actual: { words: [], amount: used },
  base: { words: [], amount: of },
  none: '无预算',
})

test.each([
  ['6181996.94', '1639463.75', '377.07%', '4542533.19'],
  ['1383.00', '1200.00', '115.25%', '183.00'],
  ['1200.00', '1200.00', '100.00%', null],
  ['12.00', '1200.00', '1.00%', null],
  ['0.00', '1200.00', '0.00%', null],
  ['0.00', '0.00', '0.00%', null],
  ['0.00', '-300.25', '0.00%', null],
  ['5.00', '0.00', '无预算', '5.00'],
  ['5.00', '-300.25', '无预算', '305.25'],
  ['-5.00', '100.00', '-5.00%', null],
  ['-5.00', '0.00', '-', null],
])('%s of %s: %s, above it by %s', (used, of, share, above) => {
  expect(shareOf(box(used, of))).toBe(share)
  expect(aboveOf(box(used, of))).toBe(above)
})
