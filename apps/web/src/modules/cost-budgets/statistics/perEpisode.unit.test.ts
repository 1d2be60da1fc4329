import { expect, test } from 'vitest'
import { perEpisode } from './perEpisode.ts'

test.each([
  ['2400000.00', 24, '100,000'],
  ['100.00', 3, '33.33'],
  ['200.00', 3, '66.67'],
  // The exact 9.999 is rounded to 10 but is no whole number, so the decimals are shown.
  ['99.99', 10, '10.00'],
  ['1.50', 1, '1.50'],
  ['-100.00', 8, '-12.50'],
  ['-0.01', 2, '-0.01'],
  ['0.00', 24, '0'],
  ['99999999999999999.99', 9999, '10,001,000,100,010.00'],
  ['100.00', null, '-'],
  ['100.00', undefined, '-'],
  [undefined, 24, '-'],
])('%s ÷ %s is %s', (total, episodes, text) => {
  expect(perEpisode(total, episodes)).toBe(text)
})
