import type { InvoiceList, InvoiceRow } from '@pianzhang/contract/invoices'
import { expect, test } from 'vitest'
import { allSums, invoiceSums, selectedSums } from './sums.ts'

const row = (total: string | null, net: string | null = null, voided: object | null = null) =>
  ({ total_amount_yuan: total, amount_without_tax_yuan: net, voided }) as InvoiceRow
const ITEMS = [row('113.00', '100.00'), row('-13.00'), row(null, '943.40'), row(null), row('5.00', null, {})]

test('totals with tax and amounts before tax have sums of their own; an invoice without amount is in none', () => {
  const list = {
    items: ITEMS,
    listTotal: 5,
    sums: [
      { kind: 'total', count: 3, amount_yuan: '1100.00', failed_count: 1, failed_amount_yuan: '1000.00' },
      { kind: 'net', count: 1, amount_yuan: '943.40', failed_count: 1, failed_amount_yuan: '943.40' },
    ],
  } as InvoiceList
  expect(invoiceSums(list)).toEqual([
    { of: 'page', label: '本页合计', note: '2 条', amounts: { amount: '100.00' } },
    { of: 'page', label: '本页不含税合计', note: '1 条', amounts: { amount: '943.40' } },
    {
      of: 'all',
      label: '筛选合计',
      note: '3 条',
      amounts: { amount: '1100.00' },
      words: '壹仟壹佰元整（其中查验失败 1 条 1,000.00 元）',
    },
    {
      of: 'all',
      label: '筛选不含税合计',
      note: '1 条',
      amounts: { amount: '943.40' },
      words: '玖佰肆拾叁元肆角',
    },
  ])
  expect(allSums(list)[0]).toEqual({
    name: '筛选合计 · 3 条（其中查验失败 1 条 1,000.00 元）',
    amount: '1100.00',
  })
})

test('the selected have the same, and none where no amount is known', () => {
  expect(selectedSums(ITEMS)).toEqual([
    { name: '合计', amount: '100.00' },
    { name: '不含税合计', amount: '943.40' },
  ])
  expect(selectedSums([row(null)])).toEqual([])
})
