import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'

let test: TestApp
let world: PaymentWorld
beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  const add = (changes: Record<string, unknown>, ...lines: Record<string, unknown>[]) =>
    world.clerk.post('/cost_executions', world.body(changes, lines.map(world.line)))
  await add(
    { payer: '=1+1' },
    { pay_amount: '100.1', voucher_category: '1' },
    { pay_amount: '9999999999000' },
  )
  await add({ payer: '乙' }, { pay_amount: '-30.05', subject_three_code: world.subject('10000101') })
  await add({ payer: '零' }, { pay_amount: '1' }, { pay_amount: '-1' })
})
afterAll(() => test.close())

const linkOf = async (chart: string, query: Record<string, unknown> = {}, who = world.reader) => {
  const answer = await who.get(`/cost_executions/dashboard/${chart}_export`, query)
  expect(answer).toMatchObject({ code: 0, data: { file_url: expect.any(String) } })
  return answer.data.file_url as string
}
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => test.http.inject({ method, url })
const rowsOf = async (chart: string, query?: Record<string, unknown>) => {
  const file = await open(await linkOf(chart, query))
  expect(file.statusCode).toBe(200)
  const { sheets } = await readXlsx(file.rawPayload)
  return sheets[0]?.rows
}

describe('the spreadsheet of a chart', () => {
  it('has its rows: numbers as numbers, text never a formula, no zeros', async () => {
    expect(await rowsOf('payer')).toEqual([
      ['付款方', '付款金额（元）'],
      ['=1+1', 9999999999100.1],
      ['乙', -30.05],
      ['合计', 9999999999070.05],
    ])
    expect(await rowsOf('pay_category')).toEqual([
      ['付款类型', '付款金额（元）'],
      ['定金', 9999999999070.05],
      ['合计', 9999999999070.05],
    ])
    expect(await rowsOf('voucher_category')).toEqual([
      ['凭证类型', '付款金额（元）'],
      ['未填写', 9999999998969.95],
      ['增值税专用发票', 100.1],
      ['合计', 9999999999070.05],
    ])
  })

  it('names the subjects of each level with their ancestors', async () => {
    const names = ['科目编号', '一级科目', '二级科目', '三级科目', '付款金额（元）']
    const text = expect.any(String)
    expect(await rowsOf('subject_one')).toEqual([
      ['科目编号', '一级科目', '付款金额（元）'],
      ['2400', text, 9999999999100.1],
      ['1000', text, -30.05],
      ['合计', null, 9999999999070.05],
    ])
    expect(await rowsOf('subject_two', { subject_one_code: world.subject('2400') })).toEqual([
      ['科目编号', '一级科目', '二级科目', '付款金额（元）'],
      ['240001', text, text, 9999999999100.1],
      ['合计', null, null, 9999999999100.1],
    ])
    expect(await rowsOf('subject_three', { subject_two_code: world.subject('100001') })).toEqual([
      names,
      ['10000101', text, text, text, -30.05],
      ['合计', null, null, null, -30.05],
    ])
  })

  it('follows the filter', async () => {
    expect(await rowsOf('payer', { voucher_categories: ['1'] })).toEqual([
      ['付款方', '付款金额（元）'],
      ['=1+1', 100.1],
      ['合计', 100.1],
    ])
    expect(await rowsOf('payer', { voucher_categories: ['0', '1', 'x'] })).toHaveLength(4)
    // It takes the chart's parameters: the voucher types, and the parent subject.
    const text = expect.any(String)
    const head = ['科目编号', '一级科目', '付款金额（元）']
    expect(await rowsOf('subject_one', { voucher_categories: ['1'] })).toEqual([
      head,
      ['2400', text, 100.1],
      ['合计', null, 100.1],
    ])
    expect(await rowsOf('subject_one', { subject_one_code: world.subject('1000') })).toEqual([
      head,
      ['1000', text, -30.05],
      ['合计', null, -30.05],
    ])
    const both = { subject_one_code: world.subject('1000'), voucher_categories: ['1'] }
    expect(await rowsOf('subject_two', both)).toHaveLength(1)
    const unknown = Array.from({ length: 1000 }, (_, index) => `x${index}`)
    expect(await rowsOf('payer', { voucher_categories: unknown })).toEqual([['付款方', '付款金额（元）']])
  })

  it('is named after the project, the chart and the day', async () => {
    const { headers } = await open(await linkOf('subject_two'))
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /^attachment; .*-二级科目支出-\d{4}-\d\d-\d\d\.xlsx$/,
    )
  })
})

it('has a link for 10 minutes, for one file, and not for a deleted project', async () => {
  const link = await linkOf('payer', { voucher_categories: ['1'] })
  const others = new URL(await linkOf('payer', { voucher_categories: ['2'] })).searchParams.get('filters')
  expect((await open(link.replace(/filters=[^&]+/, `filters=${others}`))).statusCode).toBe(403)
  expect((await open(link.replace('payer_export', 'subject_one_export'))).statusCode).toBe(403)
  expect((await open(link, 'HEAD')).statusCode).toBe(405)
  const other = await paymentWorld(test)
  const gone = await linkOf('payer', {}, other.reader)
  await other.admin.delete(`/projects/${other.project}`)
  expect((await open(gone)).statusCode).toBe(404)
  test.advance(10 * 60_000 + 1000)
  expect((await open(link)).statusCode).toBe(403)
})
