import { expect, test } from 'vitest'
import { barsOf, namedBars } from './bars.ts'

const week = (balance_yuan: string) => ({
  start_at: '2026-11-16',
  end_at: '2026-11-22',
  in_yuan: '0.00',
  out_yuan: '0.00',
  balance_yuan,
})

test('balances stand on one scale, above and below the axis', () => {
  const { zero, bars } = barsOf([week('300.00'), week('-100.00'), week('0.00')], 300, 80)
  expect(zero).toBe(60)
  expect(bars.map(({ top, height, below }) => [top, height, below])).toEqual([
    [0, 60, false],
    [60, 20, true],
    [60, 0, false],
  ])
  expect(bars.map(({ x }) => Math.round(x))).toEqual([18, 118, 218])
})

test('a small balance is still seen; without any nothing is drawn', () => {
  expect(barsOf([week('1000000.00'), week('0.01')], 100, 80).bars[1]?.height).toBe(2)
  expect(barsOf([week('0.00')], 100, 80).bars[0]?.height).toBe(0)
  expect(barsOf([], 100, 80)).toEqual({ zero: 0, bars: [] })
})

test('where not all weeks have room for their names, the gap and the lowest week have theirs', () => {
  const weeks = ['5.00', '4.00', '3.00', '-1.00', '2.00', '1.00', '-9.00', '-2.00'].map(week)
  const named = (width: number) => [...namedBars(barsOf(weeks, width, 80).bars)].sort()
  expect(named(400)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(named(240)).toEqual([0, 3, 6])
  expect(namedBars([])).toEqual(new Set())
})
