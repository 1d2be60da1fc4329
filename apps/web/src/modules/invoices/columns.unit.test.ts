import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { expect, test } from 'vitest'
import { actionsOf, invoiceColumns } from './columns.tsx'

const none = () => undefined
const on = { onDetail: none, onCheck: none, onVoid: none, onUnvoid: none, onPreview: none }

test('every column is there, what one looks for first', () => {
  expect(invoiceColumns(on).map(({ title }) => title)).toEqual([
    ...['发票号码', '查验状态', '发票类型', '金额（元）', '开票日期', '销售方', '失败原因'],
    ...['创建时间', '发票图片', '关联付款', '发票代码', '操作'],
  ])
})

test('with 欠票 on it has what lines use of an invoice and leave of it', () => {
  const titles = invoiceColumns(on, true).map(({ title }) => title)
  expect(titles.slice(9, 12)).toEqual(['关联付款', '已用（元）', '余额（元）'])
  const uses = ['FK1', 'FK1', 'FK2'].map((code, at) => ({ code, line_code: `${at}`, amount_yuan: '10.50' }))
  const row = {
    payment: null,
    uses,
    used: { lines: 42, payments: 30, amount_yuan: '441.00' },
    left_amount_yuan: '3.00',
    can: { write: true },
    voided: null,
  } as unknown as InvoiceRow
  const textOf = (key: string) =>
    invoiceColumns(on, true)
      .find((column) => column.key === key)
      ?.text?.(row)
  expect(['payment', 'used', 'left'].map(textOf)).toEqual(['FK1、FK2 等 30 笔付款', '441.00', '3.00'])
  expect(actionsOf(row, on).at(-1)?.refused).toBe('已用于付款 FK1 等 30 笔付款，请先在该付款中取消关联')
})

test('checks and voids are for those who may write; a used invoice says why it is not voided', () => {
  const unused = { uses: [], used: { lines: 0, payments: 0, amount_yuan: '0.00' } }
  const row = (more: object) =>
    ({ can: { write: true }, voided: null, payment: null, ...unused, ...more }) as unknown as InvoiceRow
  const labels = (more: object) => actionsOf(row(more), on).map(({ label }) => label)
  expect(labels({})).toEqual(['详情', '查验', '作废'])
  expect(labels({ can: { write: false } })).toEqual(['详情'])
  expect(labels({ voided: { reason: '传错了', by: '林岚', at: '' } })).toEqual(['详情', '撤销作废'])
  const used = row({
    uses: [{ code: 'FK202611240001', line_code: 'x', amount_yuan: '1.00' }],
    used: { lines: 1, payments: 1, amount_yuan: '1.00' },
  })
  expect(actionsOf(used, on).map(({ refused }) => refused)).toEqual([
    ...[undefined, undefined, '已用于付款 FK202611240001，请先在该付款中取消关联'],
  ])
})
