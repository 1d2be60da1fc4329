import { expect, test } from 'vitest'
import { contractExportQuery } from '../src/contracts.ts'
import { importBody } from '../src/imports.ts'
import { invoiceQuery } from '../src/invoices.ts'
import { paymentExportQuery } from '../src/payments.ts'
import { pettyCashExportQuery } from '../src/petty-cash.ts'
import { receiptExportQuery } from '../src/receipts.ts'

test('a filter takes the codes of an enumeration as numbers, too: an export has them in its body', () => {
  const codes = { pay_channels: [1, '2'], voucher_categories: 12, related_system_contract: 1 }
  const read = { pay_channels: ['1', '2'], voucher_categories: ['12'], related_system_contract: '1' }
  expect(paymentExportQuery.parse({ ...codes, pay_categories: [3] })).toMatchObject({
    ...read,
    pay_categories: ['3'],
  })
  expect(pettyCashExportQuery.parse({ ...codes, written_off: 0, lacking: 1 })).toMatchObject({
    ...read,
    ...{ written_off: '0', lacking: '1' },
  })
  expect(receiptExportQuery.parse({ categories: [1] })).toMatchObject({ categories: ['1'] })
  expect(contractExportQuery.parse({ categories: [1, '3'] })).toMatchObject({ categories: ['1', '3'] })
  expect(invoiceQuery.parse({ status: [0] })).toMatchObject({ status: ['0'] })
  expect(pettyCashExportQuery.safeParse({ written_off: 2 }).error?.issues[0]?.message).toBe('须为 0 或 1')
})

test('an import without a file asks for it', () => {
  for (const body of [{}, { attachment_code: null }, { attachment_code: '' }])
    expect(importBody.safeParse(body).error?.issues[0]?.message).toBe('请上传Excel文件')
})
