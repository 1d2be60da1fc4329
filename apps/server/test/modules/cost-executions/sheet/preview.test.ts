import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../harness/harness.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { bookOf, fixture, importFile, RIGHT, type Row, upload } from './sheets.ts'

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await startTestApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const preview = async (attachment_code: string, who = world.clerk) =>
  await who.post('/cost_executions/import/preview', { attachment_code })
const uploaded = async (rows: Row[]) => await upload(test, world.clerk, await bookOf(rows))
const payments = async () => (await world.clerk.get('/cost_executions')).data.listTotal

describe('the preview', () => {
  it('reports what the import would write, and writes nothing', async () => {
    const file = await uploaded([
      { ...RIGHT, sequence: 'B', pay_at: '2026-05-09' },
      { ...RIGHT, sequence: 'A', pay_at: '2026-04-30', pay_amount: '-2.30' },
      { ...RIGHT, sequence: 'B', pay_at: '2026-05-09', pay_amount: '1,000' },
    ])
    expect(await preview(file)).toMatchObject({
      code: 0,
      data: {
        status: 'succeeded',
        error_items: [],
        total: 3,
        failed_rows_url: null,
        records: 2,
        total_amount_yuan: '1010.00',
        start_at: '2026-04-30',
        end_at: '2026-05-09',
      },
    })
    expect(await payments()).toBe(0)
    const imported = (await importFile(world.clerk, file)).data
    expect(imported).toMatchObject({ status: 'succeeded', total: 3 })
    expect(await payments()).toBe(2)
    await world.clerk.post('/cost_executions', world.body())
    const found = await world.clerk.get('/cost_executions', { import_code: imported.import_code })
    expect(found.data).toMatchObject({ listTotal: 2, total_amount_yuan: '1010.00' })
    expect((await importFile(world.clerk, file)).data).toEqual(imported)
  })

  it('names every mistake by row and column like the import, with a file of the failed rows', async () => {
    const file = await uploaded([
      { ...RIGHT, sequence: '1' },
      { ...RIGHT, sequence: '2', pay_amount: '1.234', pay_at: '2月30日', remark: '=1+1' },
      { ...RIGHT, sequence: '3', payer: '' },
    ])
    const { data } = await preview(file)
    expect(data).toMatchObject({
      status: 'failed',
      total: 3,
      bad: 2,
      error_items: [
        {
          line: 3,
          mistakes: [
            { column: '付款时间', cell: 'B3', content: '2月30日' },
            { column: '付款金额', message: '最多两位小数', content: '1.234' },
          ],
        },
        {
          line: 4,
          desc: '付款方：请输入付款方',
          mistakes: [{ column: '付款方', message: '请输入付款方', cell: 'C4', content: '' }],
        },
      ],
    })
    expect((await importFile(world.clerk, file)).data.error_items).toEqual(data.error_items)
    const answer = await test.http.inject({ method: 'GET', url: data.failed_rows_url })
    expect(answer.statusCode).toBe(200)
    const [titles, ...rows] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
    expect(titles?.slice(0, 4)).toEqual(['行号', '错误原因', '付款序号', '付款时间'])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(
      expect.arrayContaining([3, data.error_items[0].desc, '2', '2月30日', '1.234', '=1+1']),
    )
    expect(rows[1]?.slice(0, 2)).toEqual([4, '付款方：请输入付款方'])
    const forged = data.failed_rows_url.replace(/file=[^&]*/, 'file=other')
    expect((await test.http.inject({ method: 'GET', url: forged })).statusCode).toBe(403)
  })

  it('agrees with the manifest for a file of another program', async () => {
    const { data } = await preview(
      await upload(test, world.clerk, await fixture('payments-clean-600-libreoffice.xlsx')),
    )
    expect(data).toMatchObject({
      status: 'succeeded',
      total: 600,
      records: 364,
      total_amount_yuan: '45600670.98',
    })
  })

  it('reports what cannot be read, and is refused without the right to write', async () => {
    const empty = await preview(await uploaded([]))
    expect(empty.data).toMatchObject({
      error_items: [{ line: 1, desc: '没有可导入的数据' }],
      failed_rows_url: null,
      records: 0,
      total_amount_yuan: '0.00',
      start_at: null,
      end_at: null,
    })
    const file = await uploaded([RIGHT])
    expect(await preview('nowhere')).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'attachment_code' }] },
    })
    expect(await preview(file, world.reader)).toMatchObject({ status: 403 })
    expect(await preview(file, test.nobody.on(world.project))).toMatchObject({ status: 401 })
  })
})

it('warns of what may be a repetition, and blocks nothing', async () => {
  const other = await paymentWorld(test)
  const preview = async (code: string) =>
    (await other.clerk.post('/cost_executions/import/preview', { attachment_code: code })).data
  const rows = [RIGHT, { ...RIGHT, remark: '另一条' }, { ...RIGHT, sequence: '2', payer: '乙' }]
  const first = await upload(test, other.clerk, await bookOf(rows))
  expect(await preview(first)).toMatchObject({ status: 'succeeded', warnings: [] })
  await importFile(other.clerk, first)
  const numbers = (await other.clerk.get('/cost_executions')).data.items.map(
    ({ code }: { code: string }) => code,
  )
  const edited = [
    { ...RIGHT, sequence: numbers[0], pay_amount: '99' },
    { ...RIGHT, sequence: numbers[1] },
    { ...RIGHT, sequence: '新' },
  ]
  const again = await upload(test, other.clerk, await bookOf(edited), '改过的')
  expect(await preview(again)).toMatchObject({
    status: 'succeeded',
    error_items: [],
    warnings: [
      '2 笔的付款序号是已有付款的编号，导入后将另增 2 笔',
      '2 行与已有付款明细的付款时间、付款方、金额相同',
    ],
  })
  expect((await preview(first)).warnings[0]).toMatch(
    /^同名且大小相同的文件已于 \d{4}-\d\d-\d\d \d\d:\d\d 导入$/,
  )
  expect((await importFile(other.clerk, again)).data).toMatchObject({ status: 'succeeded', total: 3 })
})
