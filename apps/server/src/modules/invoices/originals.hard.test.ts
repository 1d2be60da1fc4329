import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness.ts'
import { eInvoice } from './originals/testing.ts'
import { HOSTILE } from './originals/testing-hostile.ts'
import { type InvoiceWorld, invoiceWorld, upload } from './testing.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await startTestApp({}, { bulk: true })
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

test.each(HOSTILE)('$name ($extension)', async ({ name, extension, bytes }) => {
  const number = `2600000000000000${String(HOSTILE.findIndex((file) => file.name === name)).padStart(4, '0')}`
  const good = Buffer.from(eInvoice().replaceAll('26440000000000100001', number))
  const codes = [
    await upload(app, world.clerk, bytes(), `坏.${extension}`),
    await upload(app, world.clerk, good, '好.xml'),
  ]
  const before = process.memoryUsage().rss
  const answer = await world.clerk.post('/invoices', { attachment_codes: codes })
  // Refused, or read without fields; in either case the other file is read, and the server has taken no part in it.
  const [bad, other] = answer.data.items
  expect(bad).toMatchObject({ invoice_number: '', total_amount_yuan: null })
  expect(other).toMatchObject({ status: 2, invoice_number: number })
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})
