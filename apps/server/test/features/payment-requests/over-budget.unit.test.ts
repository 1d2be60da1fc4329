import { expect, test } from 'vitest'
import { overBudgetText } from '../../../src/features/payment-requests/over-budget.ts'

const over = (out_code: string, after: bigint, before = 0n) => ({ out_code, name: '场景', before, after })

test('the two subjects that are over most are named with their excess, of more how many there are', () => {
  expect(overBudgetText([over('1', 100n), over('2', 400_000n)])).toBe(
    '付款后超预算：2 场景 4,000.00 元、1 场景 1.00 元',
  )
  expect(overBudgetText([over('1', 100n), over('2', 300n), over('3', 200n)])).toBe(
    '付款后超预算：2 场景 3.00 元、3 场景 2.00 元 等 3 个科目',
  )
})

test('what was over before is not said to be of the payment', () => {
  expect(overBudgetText([over('1', 400_000n, 400_000n)])).toBe('付款前已超出：1 场景 4,000.00 元')
  expect(overBudgetText([over('1', 300n, 300n), over('2', 200n, 50n), over('3', 100n, -900n)])).toBe(
    '付款后超预算：2 场景 2.00 元（付款前已超出 0.50 元）、3 场景 1.00 元；付款前已超出：1 场景 3.00 元',
  )
})
