import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { expect, test } from 'vitest'
import { actionsOf, invoiceColumns } from './columns.tsx'

const on = { onDetail: () => undefined, onCheck: () => undefined, onPreview: () => undefined }

test('every column is there; the check is for those who may write', () => {
  expect(invoiceColumns(on).map(({ title }) => title)).toEqual([
    ...['查验状态', '发票类型', '发票代码', '发票号码', '金额（元）', '开票日期'],
    ...['失败原因', '创建时间', '发票图片', '关联付款', '操作'],
  ])
  const labels = (write: boolean) => actionsOf({ can: { write } } as InvoiceRow, on).map(({ label }) => label)
  expect([labels(true), labels(false)]).toEqual([['详情', '查验'], ['详情']])
})
