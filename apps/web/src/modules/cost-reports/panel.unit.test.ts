import { expect, test } from 'vitest'
import { barsOf, changeText } from './panel.ts'

const sums = (budget: string, spent: string, committed: string, etc: string, efc: string) => ({
  original_yuan: null,
  budget_yuan: budget,
  period_yuan: '0.00',
  spent_yuan: spent,
  committed_yuan: committed,
  etc_yuan: etc,
  efc_yuan: efc,
  variance_yuan: '0.00',
})

test('the part beyond the budget is red, and the parts before it end at the budget', () => {
  expect(barsOf(sums('80.00', '50.00', '30.00', '20.00', '100.00'))).toEqual({
    budget: 80,
    cost: 50,
    spent: 50,
    committed: 30,
    etc: 0,
    over: 20,
  })
})

test('below the budget nothing is red', () => {
  const bars = barsOf(sums('100.00', '40.00', '20.00', '10.00', '70.00'))
  expect(bars).toEqual({ budget: 100, cost: 40, spent: 40, committed: 20, etc: 10, over: 0 })
})

test('without a budget all is beyond it; nothing and negative amounts have no length', () => {
  expect(barsOf(sums('0.00', '5.00', '0.00', '0.00', '5.00'))).toMatchObject({ spent: 0, over: 100 })
  expect(barsOf(sums('0.00', '-5.00', '0.00', '0.00', '-5.00'))).toMatchObject({
    cost: 0,
    over: 0,
    budget: 0,
  })
})

test('changes have their sign', () => {
  expect(changeText('728133.30', '639918.30')).toBe('较上期 +88,215.00')
  expect(changeText('1.00', '402801.00')).toBe('较上期 -402,800.00')
  expect(changeText('1.00', '1.00')).toBe('较上期 0.00')
})
