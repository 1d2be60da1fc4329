import type { PaymentList } from '@pianzhang/contract/payments'
import { expect, test } from 'vitest'
import { SUMS } from './sums.ts'

const list = (total_amount_yuan: string, matched_amount_yuan: string) =>
  ({ items: [], listTotal: 2, total_amount_yuan, matched_amount_yuan }) as unknown as PaymentList

test('a filter on lines has the same 筛选合计 on phones as in the table, and the whole payments are named', () => {
  const some = list('2325.20', '2000.20')
  expect(SUMS.cards(some)).toEqual([
    { name: '筛选合计 · 共 2 条', amount: '2000.20' },
    { name: '所列付款', amount: '2325.20' },
  ])
  expect(SUMS.table(some).at(-1)).toMatchObject({ label: '筛选合计', amounts: { pay_amount: '2000.20' } })
})

test('where whole payments match, phones show one sum', () => {
  expect(SUMS.cards(list('2325.20', '2325.20'))).toEqual([{ name: '筛选合计 · 共 2 条', amount: '2325.20' }])
})
