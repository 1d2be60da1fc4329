import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness.ts'
import { nestedForms } from './originals/hostile.ts'
import { eInvoice } from './originals/testing.ts'
import { invoiceWorld, upload } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { bulk: true, silenceMs: 3_000 })
})
afterAll(() => app.close())

test('a PDF that never ends costs its process, and the others are read', async () => {
  const { clerk } = await invoiceWorld(app)
  const codes = [
    await upload(app, clerk, nestedForms(9), '无尽.pdf'),
    await upload(app, clerk, Buffer.from(eInvoice()), '好.xml'),
  ]
  const answer = await clerk.post('/invoices', { attachment_codes: codes })
  expect(answer.data.items).toMatchObject([
    { status: 1, reason: '读取该文件所需的时间或内存超过上限', files: [{ format: 'pdf' }] },
    { status: 2, invoice_number: '26440000000000100001', total_amount_yuan: '2.12' },
  ])
})
