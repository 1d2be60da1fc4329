import { expect, it } from 'vitest'
import { firstOf, isOver, scaleOf, usedShare } from './comparison.ts'

const row = (executed: string, budget: string) => ({ executed, budget })

it('a share has two decimals, and there is none of nothing', () => {
  const share = (executed: string, budget: string) => usedShare(row(executed, budget), '无预算')
  expect(share('692.64', '960.00')).toBe('72.15%')
  expect(share('224.13', '210.00')).toBe('106.73%')
  expect(share('-5.00', '100.00')).toBe('-5.00%')
  // If the share were rounded to six decimals first, this would be 12.35%.
  expect(share('1234496.00', '10000000.00')).toBe('12.34%')
  for (const budget of ['0.00', '-3.00']) expect(share('5.00', budget)).toBe('无预算')
  for (const executed of ['0.00', '-5.00'])
    for (const budget of ['0.00', '-3.00']) expect(share(executed, budget)).toBe('-')
})

it('is over when more was used than the budget, also where that is 0 or below', () => {
  for (const budget of ['1.00', '0.00', '-300.25']) expect(isOver(row('1.01', budget))).toBe(true)
  expect(isOver(row('1.00', '1.00'))).toBe(false)
  for (const executed of ['0.00', '-1.00']) expect(isOver(row(executed, '-300.25'))).toBe(false)
})

it('the rest is one row, and no row is lost between both', () => {
  const rows = ['3.00', '2.00', '1.00'].map((executed) => row(executed, '9999999999999.99'))
  expect(firstOf(rows, 3)).toEqual({ rows, rest: null })
  expect(firstOf(rows, 2)).toEqual({
    rows: [rows[0]],
    rest: { quantity: 2, executed: '3.00', budget: '19999999999999.98' },
  })
  const more = { quantity: 5, ...row('0.50', '0.00') }
  expect(firstOf(rows, 3, more)).toEqual({ rows, rest: more })
  expect(firstOf(rows, 2, more).rest).toMatchObject({ quantity: 7, executed: '3.50' })
})

it('bars share one scale, negative ones go to the left of its 0', () => {
  const { zero, bar } = scaleOf([row('75.00', '50.00'), row('-25.00', '0.00')])
  expect(zero).toBe(25)
  expect(bar('75.00')).toEqual({ left: 25, width: 75 })
  expect(bar('-25.00')).toEqual({ left: 0, width: 25 })
  expect(scaleOf([row('0.00', '0.00')]).bar('0.00')).toEqual({ left: 0, width: 0 })
})
