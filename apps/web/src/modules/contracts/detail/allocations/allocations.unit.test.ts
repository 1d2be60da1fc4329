import { expect, test } from 'vitest'
import { filledShares, restOf, sharesFault } from './allocations.ts'

const share = (subject_code: string | null, amount: string) => ({ key: amount, subject_code, amount })

test('the rest, with arithmetic, and lines without anything', () => {
  expect(restOf('100.00', [share('a', '=20*3'), share('b', '10'), share(null, '')])).toBe('30.00')
  expect(filledShares([share(null, ' '), share(null, '1')])).toHaveLength(1)
})

test.each([
  ['100.00', [share('a', '60'), share('b', '40')], undefined],
  ['100.00', [share('a', '60'), share('b', '40.01')], '分摊合计不能超过合同总额'],
  ['100.00', [share('a', '60'), share('a', '1')], '第2行：科目重复'],
  ['100.00', [share(null, '60')], '第1行：请选择科目'],
  ['100.00', [share('a', '0')], '第1行：分摊金额不能为0'],
  ['100.00', [share('a', '')], '第1行：请输入金额'],
  ['-20.00', [share('a', '-20')], undefined],
  ['-20.00', [share('a', '-21')], '分摊合计不能超过合同总额'],
  ['100.00', [], undefined],
])('of %s: %j → %s', (amount, shares, fault) => {
  expect(sharesFault(amount, shares)).toBe(fault)
})
