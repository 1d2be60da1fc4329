import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE } from '../../../../../packages/einvoice/test/hostile.ts'
import { eInvoice } from '../../../../../packages/einvoice/test/originals.ts'
import { makeZip } from '../../files/zip.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { type InvoiceWorld, invoiceWorld, upload } from './helpers.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await startTestApp({}, { bulk: true })
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

test.each([
  [75, 75],
  [400, 0],
])('fifty files of %i long lines in ten zips: %i are kept', async (lines, kept) => {
  const word = (character: string) => character.repeat(200)
  const line = `<IssuItemInformation><ItemName>${word('名')}</ItemName><Quantity>${word('数')}</Quantity><UnPrice>${word('价')}</UnPrice><Amount>2.00</Amount><TaxRate>${word('率')}</TaxRate><ComTaxAm>0.12</ComTaxAm></IssuItemInformation>`
  const xml = (number: string) =>
    eInvoice()
      .replaceAll('26440000000000100001', number)
      .replace(/<IssuItemInformation>[\s\S]*<\/IssuItemInformation>/, line.repeat(lines))
  const codes: string[] = []
  for (let n = 0; n < 10; n++) {
    const parts = Array.from({ length: 5 }, (_, k) => ({
      name: `${k}.xml`,
      data: xml(`260000000000${String(lines).padStart(3, '0')}${n}000${k}`),
    }))
    codes.push(await upload(app, world.clerk, makeZip(parts), `${n}.zip`))
  }
  const before = process.memoryUsage().rss
  const answer = await world.clerk.post('/invoices', { attachment_codes: codes })
  expect(answer.data.items).toHaveLength(50)
  for (const { status, total_amount_yuan, items } of answer.data.items)
    expect([status, total_amount_yuan, items.length]).toEqual([2, '2.12', kept])
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

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
  const other = answer.data.items.at(-1)
  const bad = answer.data.refused[0] ?? answer.data.items[0]
  expect(bad.file_name).toBe(`坏.${extension}`)
  expect(answer.data.items.length + answer.data.refused.length).toBe(2)
  if (answer.data.items.length === 2)
    expect(bad).toMatchObject({ invoice_number: '', total_amount_yuan: null })
  expect(other).toMatchObject({ status: 2, invoice_number: number })
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})
