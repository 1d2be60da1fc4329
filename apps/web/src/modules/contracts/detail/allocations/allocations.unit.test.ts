import { expect, test } from 'vitest'
import { filledShares, lineKeys, restOf, sharesFault, sharesOf } from './allocations.ts'

const share = (subject_code: string | null, amount: string) => ({ key: amount, subject_code, amount })

test('the rest, with arithmetic, and lines without anything', () => {
  expect(restOf('100.00', [share('a', '=20*3'), share('b', '10'), share(null, '')])).toBe('30.00')
  expect(filledShares([share(null, ' '), share(null, '1')])).toHaveLength(1)
})

test('a line that got another subject and a colleague’s line of its former one are two lines', () => {
  const allocations = [
    { subject_code: 'a', out_code: '1', name: '甲', amount_yuan: '60.00', paid_yuan: '0.00' },
  ]
  const [line] = sharesOf({ allocations })
  const merged = [
    ...sharesOf({ allocations }),
    { ...line, subject_code: 'b' },
    share('c', '1'),
  ] as Parameters<typeof lineKeys>[0]
  expect(new Set(lineKeys(merged)).size).toBe(3)
  expect(lineKeys(merged).at(-1)).toBe('1')
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
