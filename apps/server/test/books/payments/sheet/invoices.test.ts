import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { allPayments, bookOf, importFile, RIGHT, type Row, upload } from './sheets.ts'

// 发票号码 with several invoices, and one invoice in several rows.

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  for (const [number, fen] of [
    ['A1', 100_00n],
    ['A2', 30_00n],
    ['A3', 25_50n],
    ['A4', 500_00n],
  ] as const)
    await world.invoice(number, 0, fen)
})
afterAll(() => test.close())

const row = (sequence: string, pay_amount: string, invoice: string): Row => ({
  ...RIGHT,
  sequence,
  pay_amount,
  invoices: invoice,
})
const put = async (...rows: Row[]) =>
  (await importFile(world.clerk, await upload(test, world.clerk, await bookOf(rows)))).data
/** By the line's amount, its invoices as `number amount`. */
const shares = async () =>
  Object.fromEntries(
    (await allPayments(world.clerk)).flatMap(({ cost_execution_details: lines }) =>
      lines.map(({ pay_amount_yuan, invoices = [] }) => [
        pay_amount_yuan,
        invoices.map(({ invoice_number, amount_yuan }) => `${invoice_number} ${amount_yuan}`),
      ]),
    ),
  )

const SHARES = {
  '60.00': ['A1 60.00'],
  '70.00': ['A1 40.00'],
  '80.00': ['A2 30.00', 'A3 25.50', 'A4 10.00'],
  '200.00': ['A4 150.00'],
  '12.30': [],
}

it('names every mistake and imports nothing', async () => {
  const { status, error_items } = await put(
    row('1', '20', 'A1、A9'),
    row('2', '20', 'A1（二十）'),
    row('3', '20', 'A1（20.01）'),
    row('4', '90', 'A1'),
    row('5', '90', 'A1'),
    row('6', '90', 'A1、A2'),
  )
  expect(status).toBe('failed')
  expect(error_items.map(({ line, desc }: { line: number; desc: string }) => [line, desc])).toEqual([
    [2, '发票号码：发票号码不存在，或有多张发票使用此号码'],
    [3, expect.stringMatching(/^发票号码：.*金额/)],
    [4, '发票号码：不能大于明细中未关联发票的 20.00 元'],
    [7, '发票号码：发票金额已用完'],
  ])
})

it('what an import shared out, an export says, and its import shares out again', async () => {
  const imported = await put(
    row('1', '60', 'A1'),
    row('2', '70', 'A1'),
    row('3', '80', 'A2、 A3；A4(10)'),
    row('4', '200', 'A4（150.00）'),
    row('5', '12.30', ''),
  )
  expect(imported).toMatchObject({ status: 'succeeded' })
  expect(await shares()).toEqual(SHARES)

  const link = (await world.clerk.post('/cost_executions/export')).data.file_url
  const file = (await test.http.inject({ method: 'GET', url: link })).rawPayload
  const [titles = [], ...rows] = (await readXlsx(file)).sheets[0]?.rows ?? []
  const written = rows.map((cells) => cells[titles.indexOf('发票号码')])
  expect(written).toEqual(
    expect.arrayContaining(['A1（40.00）', 'A2、A3、A4（10.00）', 'A1', 'A4（150.00）']),
  )

  const codes = (await allPayments(world.clerk)).map(({ code }) => code)
  expect((await world.clerk.delete('/cost_executions/batch', { codes })).code).toBe(0)
  expect((await importFile(world.clerk, await upload(test, world.clerk, file, '导出'))).data).toMatchObject({
    status: 'succeeded',
  })
  expect(await shares()).toEqual(SHARES)
})

it('two imports at once take the rest of an invoice: one does, the other is told', async () => {
  await world.invoice('B1', 0, 50_00n)
  const files = await Promise.all(
    ['31', '32'].map(async (amount) =>
      upload(test, world.clerk, await bookOf([row('1', amount, 'B1（31）')]), amount),
    ),
  )
  const answers = await Promise.all(files.map((file) => importFile(world.clerk, file)))
  expect(answers.map(({ data }) => data.status).toSorted()).toEqual(['failed', 'succeeded'])
  const { data } = await world.clerk.get('/invoices', { keywords: 'B1' })
  expect(data.items[0].left_amount_yuan).toBe('19.00')
})
