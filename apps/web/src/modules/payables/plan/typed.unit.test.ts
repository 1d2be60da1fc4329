import type { Instalment } from '@pianzhang/contract/payables'
import { expect, test } from 'vitest'
import { itemsOf, linesOf, planFault, readPlan, type TypedInstalment, withAmounts } from './typed.ts'

const line = (part: Partial<TypedInstalment>): TypedInstalment => ({
  key: 'k',
  code: null,
  title: '定金',
  kind: 'date',
  due_at: '2026-11-25',
  reached: false,
  percent: '',
  amount: '',
  subject_code: null,
  pay_category_id: null,
  ...part,
})

test('percents become amounts by largest remainder, as on the server', () => {
  const lines = ['30', '30', '40'].map((percent) => line({ percent }))
  expect(withAmounts('100000.01', lines).map(({ amount }) => amount)).toEqual([
    '30000.00',
    '30000.00',
    '40000.01',
  ])
  expect(withAmounts('100.00', [line({ amount: '=20*3' })])[0]?.amount).toBe('=20*3')
})

test('an opened plan has the amounts that a save gives it, of the contract as it is now', () => {
  const stored = (percent: string | null, amount_yuan: string): Instalment => ({
    ...{ code: 'a', version: 1, seq: 1, title: '定金', kind: 'date', due_at: '2026-11-25' },
    ...{ amount_yuan, paid_yuan: '0.00', rest_yuan: amount_yuan, state: 'later', status: '未到期' },
    ...{ reached_at: null, percent, subject: null, pay_category: null },
  })
  // Saved when the contract had 100.00.
  const items = [stored('30', '30.00'), stored(null, '20.00'), stored('50', '50.00')]
  expect(linesOf({ contract: { amount_yuan: '120.00' }, items }).map(({ amount }) => amount)).toEqual([
    '36.00',
    '20.00',
    '60.00',
  ])
})

test.each([
  ['100.00', [line({ amount: '60' }), line({ amount: '=20*2' })], undefined],
  ['100.00', [line({ amount: '60' }), line({ amount: '40.01' })], '付款计划合计不能超过合同总额'],
  ['100.00', [line({ percent: '60' }), line({ percent: '40.01' })], '比例合计 100.01% 超过 100%'],
  ['100.00', [line({ percent: '1.234' })], '第1行：比例须大于0，不超过100，最多两位小数'],
  ['100.00', [line({ title: ' ', amount: '1' })], '第1行：请输入期次名称'],
  ['100.00', [line({ due_at: null, amount: '1' })], '第1行：请选择到期日'],
  ['100.00', [line({ kind: 'milestone', due_at: null, amount: '1' })], undefined],
  ['100.00', [line({ kind: 'milestone', reached: true, due_at: null, amount: '1' })], '第1行：请选择到期日'],
  ['100.00', [line({})], '第1行：请输入金额或比例'],
  ['100.00', [line({ amount: '0' })], '第1行：金额须大于0'],
  ['100.00', [line({ amount: '-5' })], '第1行：金额须大于0'],
  ['100.00', [line({ title: '', amount: '' })], undefined],
  ['100.00', [], undefined],
])('of %s: %j → %s', (amount, lines, fault) => {
  expect(planFault(amount, lines)).toBe(fault)
})

test('the body has an amount or a percent, and a day only where there is one', () => {
  expect(
    itemsOf([
      line({ percent: ' 30 ', amount: '30.00' }),
      line({ amount: '=1+1', kind: 'milestone', due_at: '2026-12-01' }),
      line({ title: '' }),
    ]),
  ).toMatchObject([
    { percent: '30', amount: null, due_at: '2026-11-25' },
    { percent: null, amount: '2.00', due_at: null },
  ])
})

test('cells of a spreadsheet: days, percents, milestones; titles and sums are skipped', () => {
  let last = 0
  const text =
    '期次\t到期日\t金额\n定金\t2026-12-01\t30%\n进度款\t2027-01-15\t1,234.50\n尾款\t验收后\t20%\n合计\t\t'
  const { lines, skipped } = readPlan(text, () => String(++last), new Date('2026-11-22T00:00:00Z'))
  expect(skipped).toBe(2)
  expect(lines).toMatchObject([
    { key: '1', title: '定金', kind: 'date', due_at: '2026-12-01', percent: '30', amount: '' },
    { title: '进度款', due_at: '2027-01-15', percent: '', amount: '1,234.50' },
    { title: '尾款', kind: 'milestone', due_at: null, percent: '20' },
  ])
})
