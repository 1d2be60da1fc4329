import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { countOf, type PaymentWorld, paymentWorld } from '../helpers.ts'
import { allPayments, bookOf, COLUMNS, importFile, RIGHT, type Row, SAMPLE, upload } from './sheets.ts'

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const count = () => countOf(test, 'payment_lines', world.projectId)

describe('what a row may contain', () => {
  const verdict = async (rows: Row[], titles?: string[]) =>
    (await importFile(world.clerk, await upload(test, world.clerk, await bookOf(rows, titles)))).data

  it('collects the lines of a payment from anywhere in the file, in its order', async () => {
    const result = await verdict([
      { ...RIGHT, sequence: 'B', payer: '乙' },
      { ...RIGHT, sequence: 'A' },
      { ...RIGHT, sequence: 'B', payer: '乙', pay_amount: '1，000.00', remark: '第二行' },
    ])
    expect(result).toMatchObject({ status: 'succeeded', total: 3 })
    const [b, a] = (await allPayments(world.clerk)).slice(-2)
    expect(b).toMatchObject({
      payer: '乙',
      pay_amount_yuan: '1012.30',
      cost_execution_details: [{ remark: '' }, { remark: '第二行' }],
    })
    expect(a).toMatchObject({ payer: '甲', pay_amount_yuan: '12.30' })
  })

  it.each<[string, Row[], [number, string][]]>([
    [
      'another payer in a later row',
      [RIGHT, { ...RIGHT, payer: '乙' }],
      [[3, '付款方：与第2行同一付款序号的内容不一致']],
    ],
    [
      'several mistakes in one row',
      [{ ...RIGHT, pay_at: '5月40日', pay_amount: 'abc', pay_channel: '刷脸' }],
      [[2, '付款时间：']],
    ],
    [
      'another payer than a first row that is wrong itself',
      [
        { ...RIGHT, pay_amount: '0' },
        { ...RIGHT, payer: '乙' },
      ],
      [
        [2, '付款金额：'],
        [3, '付款方：与第2行同一付款序号的内容不一致'],
      ],
    ],
    ['a date without a year', [{ ...RIGHT, pay_at: '11-21' }], [[2, '日期须带年份']]],
    ['no sequence', [{ ...RIGHT, sequence: '' }], [[2, '请输入付款序号']]],
    ['an unknown type', [{ ...RIGHT, pay_category_id: '没有的' }], [[2, '付款类型不存在']]],
    [
      'what a write-off posted',
      [{ ...RIGHT, pay_category_id: '备用金核销' }],
      [[2, '付款类型：备用金核销由核销生成，不能导入']],
    ],
    ['an unknown voucher type', [{ ...RIGHT, voucher_category: '便条' }], [[2, '凭证类型不存在']]],
    ['an unknown invoice', [{ ...RIGHT, invoices: '123' }], [[2, '发票号码不存在']]],
  ])('refuses %s', async (_name, rows, errors) => {
    const before = await count()
    const result = await verdict(rows)
    expect(result.status).toBe('failed')
    expect(result.error_items).toMatchObject(
      errors.map(([line, desc]) => ({ line, desc: expect.stringContaining(desc) })),
    )
    expect(await count()).toBe(before)
  })

  it('uses an invoice of unknown amount once: within the file, and compared with existing lines', async () => {
    await world.invoice('INV-1')
    expect(
      (
        await verdict([
          { ...RIGHT, invoices: 'INV-1' },
          { ...RIGHT, invoices: 'INV-1' },
        ])
      ).error_items,
    ).toMatchObject([
      {
        line: 3,
        desc: '发票号码：同一张发票只能用于一条明细',
        mistakes: [{ column: '发票号码', message: '同一张发票只能用于一条明细' }],
      },
    ])
    expect((await verdict([{ ...RIGHT, invoices: 'INV-1' }])).status).toBe('succeeded')
    expect((await verdict([{ ...RIGHT, invoices: 'INV-1' }])).error_items).toMatchObject([
      { line: 2, desc: expect.stringContaining('使用') },
    ])
  })

  it('uses a red invoice for a negative amount only', async () => {
    const code = await world.invoice('INV-RED')
    await test.services.db
      .updateTable('invoices')
      .set({ total_amount: -1230n })
      .where('project_id', '=', world.projectId)
      .where('code', '=', code)
      .execute()
    expect((await verdict([{ ...RIGHT, invoices: 'INV-RED' }])).error_items).toMatchObject([
      { line: 2, desc: '发票号码：红字发票只能用于负数金额的明细' },
    ])
    const negative = { ...RIGHT, invoices: 'INV-RED', pay_amount: '-12.30' }
    expect((await verdict([negative])).status).toBe('succeeded')
  })

  it('finds a contract and a type whose names the file writes with invisible signs, as both are stored plain', async () => {
    const [contract, pay_category] = ['HT\u200b-零宽', '群演  盒饭\u200b']
    await world.contract(contract)
    await world.clerk.post('/pay_categories', { name: pay_category })
    expect(
      await verdict([{ ...RIGHT, contract_code: contract, pay_category_id: pay_category }]),
    ).toMatchObject({ status: 'succeeded' })
  })

  it('ignores the time in a text of day and time', async () => {
    expect(await verdict([{ ...RIGHT, pay_at: '2026/11/20 10:00:00', remark: '有时间' }])).toMatchObject({
      status: 'succeeded',
    })
    const found = await world.clerk.get('/cost_executions', { keywords: '有时间' })
    expect(found.data.items).toMatchObject([{ pay_at: '2026-11-20' }])
  })

  it('names at most 200 rows, then counts the others', async () => {
    const result = await verdict(
      Array.from({ length: 230 }, (_, index) => ({ ...RIGHT, sequence: String(index), pay_amount: '0' })),
    )
    expect(result).toMatchObject({ total: 230, bad: 230 })
    expect(result.error_items).toHaveLength(201)
    expect(result.error_items[199]).toMatchObject({ line: 201 })
    expect(result.error_items[200]).toMatchObject({ line: 0, desc: expect.stringContaining('30') })
  })

  it('finds columns by title in any order, ignores unknown ones, reports missing and repeated ones', async () => {
    const titles = COLUMNS.map(
      (column) => (column.key === 'pay_amount' ? ' 付款金额（元） * ' : column.title) as string,
    )
    expect((await verdict([RIGHT], titles)).status).toBe('succeeded')
    expect(await verdict([RIGHT], titles.with(2, '收款人'))).toMatchObject({
      error_items: [
        {
          line: 1,
          desc: '缺少列：付款方',
          mistakes: [{ column: '', message: '缺少列：付款方', cell: '', content: '' }],
        },
      ],
      total: 0,
      bad: 0,
      failed_rows_url: null,
    })
    expect((await verdict([RIGHT], titles.with(3, '付款方'))).error_items).toMatchObject([
      { line: 1, desc: '表头“付款方”重复' },
    ])
  })

  it('fails without data rows, skips the sample row', async () => {
    expect((await verdict([])).error_items).toMatchObject([{ desc: '没有可导入的数据' }])
    expect((await verdict([SAMPLE])).error_items).toMatchObject([{ desc: '没有可导入的数据' }])
    expect(await verdict([SAMPLE, RIGHT])).toMatchObject({ status: 'succeeded', total: 1 })
  })
})
