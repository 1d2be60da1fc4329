import { fenOf, sum } from '@pianzhang/contract/money'
import type { Payment } from '@pianzhang/contract/payments'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAllSubjects } from '../../../harness/default-subjects.ts'
import { newProject, type TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { allPayments, fixture, importFile, upload } from './sheets.ts'

withAllSubjects()

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  const contract = await world.contract('HT-1')
  const invoice = await world.invoice('26112000000000000001')
  const pictures = [await world.attachment(), await world.attachment()]
  const add = (changes: Record<string, unknown>, ...lines: Record<string, unknown>[]) =>
    world.clerk.post('/cost_executions', world.body(changes, lines.map(world.line)))
  await add({ pay_at: '2026-01-01', payer: '甲公司' }, { pay_amount: '10', voucher_category: '1' })
  await add(
    { pay_at: '2026-03-05', payer: '=1+1', post: '灯光组', summary: '@SUM(A1)' },
    {
      pay_amount: '-1234.56',
      face_tax_rate: '13%',
      contract_code: contract,
      check_invoice_code: invoice,
      voucher_attachment_codes: pictures,
      remark: '+8613800000000',
    },
    { pay_amount: '9999999999999.99' },
  )
})
afterAll(() => test.close())

const exported = async (who = world.clerk, body?: object, query?: Record<string, unknown>) => {
  const address = new URLSearchParams(query as Record<string, string>).toString()
  const answer = await who.post(`/cost_executions/export?${address}`, body)
  expect(answer).toMatchObject({ code: 0, data: { file_url: expect.any(String) } })
  return answer.data.file_url as string
}
const open = async (link: string) => await test.http.inject({ method: 'GET', url: link })
const sheetOf = async (link: string) => {
  const file = await open(link)
  expect(file.statusCode).toBe(200)
  const { sheets } = await readXlsx(file.rawPayload)
  const [titles = [], ...rows] = sheets[0]?.rows ?? []
  return rows.map((row) => Object.fromEntries(titles.map((title, index) => [String(title), row[index]])))
}
/** Without the sums at its end. */
const linesOf = async (link: string) => (await sheetOf(link)).filter(({ 付款时间 }) => 付款时间 !== null)

describe('the spreadsheet', () => {
  it('has every line: numbers as numbers, dates as dates, text never a formula', async () => {
    const rows = await sheetOf(await exported())
    expect(rows).toHaveLength(4)
    expect(rows[0]).toEqual({
      付款序号: expect.stringMatching(/^FK20260305\d{4}$/),
      付款时间: new Date('2026-03-05T00:00:00Z'),
      付款方: '=1+1',
      收款人: null,
      无需发票原因: null,
      '部门/岗位': '灯光组',
      摘要: '@SUM(A1)',
      科目编号: '24000101',
      一级科目: expect.any(String),
      二级科目: expect.any(String),
      三级科目: '摄影机租赁费',
      付款方式: '银行转账',
      付款类型: '定金',
      凭证类型: null,
      票面税率: '13%',
      合同编号: 'HT-1',
      合同主体: expect.any(String),
      发票号码: '26112000000000000001',
      '付款金额（元）': -1234.56,
      备注: '+8613800000000',
      '凭证图片（张）': 2,
      创建人: expect.any(String),
      创建时间: expect.any(Date),
      备用金编号: null,
    })
    expect(rows[1]).toMatchObject({
      付款序号: rows[0]?.付款序号,
      '付款金额（元）': 9999999999999.99,
      合同编号: null,
    })
    expect(rows[2]).toMatchObject({ 付款方: '甲公司', 凭证类型: '增值税专用发票' })
  })

  it('is named after the project and the day', async () => {
    const { headers } = await open(await exported())
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /^attachment; .*-付款明细-\d{4}-\d\d-\d\d\.xlsx$/,
    )
  })

  it('has what the list shows: filters in the body or the query, the same order', async () => {
    const payers = async (body?: object, query?: Record<string, unknown>) =>
      (await linesOf(await exported(world.clerk, body, query))).map((row) => row.付款方)
    expect(await payers({ keywords: '甲公' })).toEqual(['甲公司'])
    expect(await payers(undefined, { keywords: '甲公' })).toEqual(['甲公司'])
    expect(await payers({}, { 'payers[]': '甲公司' })).toEqual(['甲公司'])
    expect(await payers({ face_tax_rates: ['13%'] })).toEqual(['=1+1'])
    expect(await payers({ pay_at_order: 'asc' })).toEqual(['甲公司', '=1+1', '=1+1'])
    expect(await payers({ start_pay_at: '2026-02-01' }, { end_pay_at: '2026-02-28' })).toEqual([])
    const wrong = await world.clerk.post('/cost_executions/export', { start_pay_at: '2026-02-30' })
    expect(wrong).toMatchObject({ status: 422, data: { errors: [{ field: 'start_pay_at' }] } })
    const many = Array.from({ length: 1000 }, () => crypto.randomUUID())
    expect(await world.clerk.post('/cost_executions/export', { payers: many })).toMatchObject({
      status: 422,
      msg: '筛选条件过多，请减少后再导出',
    })
  })

  it('has exactly the lines that match, and ends with the sum that the list shows', async () => {
    const subject = (await world.clerk.get('/subjects', { keywords: '24000101' })).data.items[0].code
    const filters: Record<string, unknown>[] = [
      {},
      { keywords: '=1+1' },
      { subject_three_codes: [subject] },
      { face_tax_rates: ['13%'] },
      { pay_channels: ['2'] },
      { voucher_categories: ['0'] },
      { voucher_categories: ['1'], keywords: '甲' },
      { related_system_contract: '1' },
    ]
    for (const filter of filters) {
      const { data } = await world.clerk.get('/cost_executions', { ...filter, per_page: 100 })
      const rows = await sheetOf(await exported(world.clerk, filter))
      const lines = rows.slice(0, -1)
      const name = JSON.stringify(filter)
      expect(lines.length, name).toBeGreaterThan(0)
      expect(rows.at(-1), name).toMatchObject({ 付款序号: '合计', 付款方: null })
      const amount = (row: Record<string, unknown> | undefined) => row?.['付款金额（元）']
      expect(fenOf(Number(amount(rows.at(-1))).toFixed(2)), name).toBe(fenOf(data.matched_amount_yuan))
      expect(sum(lines.map((row) => fenOf(Number(amount(row)).toFixed(2)))), name).toBe(
        fenOf(data.matched_amount_yuan),
      )
    }
    expect(await linesOf(await exported(world.clerk, { face_tax_rates: ['13%'] }))).toHaveLength(1)
    expect(await sheetOf(await exported(world.clerk, { keywords: '没有的' }))).toEqual([])
  })

  it('is made for a keyword whose characters are in most rows, too', async () => {
    const other = await paymentWorld(test)
    await other.clerk.post('/cost_executions', other.body({ payer: '丙公司' }))
    // More rows with the characters of the keyword than are looked up one by one, none of which contains it.
    await sql`insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel,
        pay_category_id, pay_amount, remark)
      select d.project_id, d.code || n, d.payment_id, n + 1, d.subject_id, d.pay_channel, d.pay_category_id, 1, '6-0-2'
      from payment_lines d, generate_series(1, 20001) n where d.project_id = ${other.projectId}`.execute(
      test.services.db,
    )
    await other.clerk.post('/cost_executions', other.body({ payer: '丁公司', pay_at: '2031-05-05' }))
    const found = await sheetOf(await exported(other.clerk, { keywords: '20310505' }))
    expect(found.map(({ 付款方 }) => 付款方)).toEqual(['丁公司', null])
    expect(await sheetOf(await exported(other.clerk, { keywords: '602' }))).toEqual([])
  })

  it('gives the same records when another project imports it', async () => {
    const [from, to] = [
      world.admin.on(await newProject(world.admin, '甲剧')),
      world.admin.on(await newProject(world.admin, '乙剧')),
    ]
    await importFile(from, await upload(test, from, await fixture('payments-clean-600.xlsx')))
    const before = await allPayments(from)
    const file = (await open(await exported(from, { pay_at_order: 'asc' }))).rawPayload
    const answer = await importFile(to, await upload(test, to, file))
    expect(answer.data).toMatchObject({ status: 'succeeded', error_items: [] })
    const plain = (payments: Payment[]) =>
      payments
        .map((payment) => ({
          ...payment,
          ...{ code: '', created_at: '', updated_at: '' },
          cost_execution_details: payment.cost_execution_details.map((line) => ({
            ...line,
            ...{ code: '', subject_three_code: '', pay_category_id: '' },
          })),
        }))
        .map((payment) => JSON.stringify(payment))
        .sort()
    expect(before.length).toBeGreaterThan(300)
    expect(plain(await allPayments(to))).toEqual(plain(before))
  })
})

describe('the link', () => {
  it('is valid for 10 minutes and for one file', async () => {
    const link = await exported()
    expect((await open(link.replace('filters=', 'filters=x'))).statusCode).toBe(403)
    expect((await open(link.replace(/project=[^&]*/, 'project=other'))).statusCode).toBe(403)
    expect((await test.http.inject({ method: 'HEAD', url: link })).statusCode).toBe(405)
    test.advance(10 * 60_000 + 1000)
    expect((await open(link)).statusCode).toBe(403)
  })

  it('is given to who may export in the project, also when it is archived', async () => {
    const other = await paymentWorld(test)
    const call = (who = world.clerk) => who.post('/cost_executions/export', {})
    expect((await call(test.nobody.on(world.project))).status).toBe(401)
    const stranger = await test.person(world.companyId, { contract: ['read'] }, [world.project])
    expect((await call(stranger.on(world.project))).status).toBe(403)
    expect((await call(other.clerk.on(world.project))).code).toBe(300009)
    expect(await call(world.reader)).toMatchObject({ code: 0 })
    expect(await sheetOf(await exported(other.clerk))).toEqual([])
    await other.admin.post(`/projects/${other.project}/archive`)
    expect(await call(other.clerk)).toMatchObject({ code: 0 })
  })

  it('is refused after the project was deleted', async () => {
    const other = await paymentWorld(test)
    const link = await exported(other.clerk)
    await other.admin.delete(`/projects/${other.project}`)
    expect((await open(link)).statusCode).toBe(404)
  })
})

it('releases its connection when the reader disconnects', async () => {
  const other = await paymentWorld(test)
  await other.clerk.post('/cost_executions', other.body({ payer: '很多' }))
  // More lines than the buffers hold.
  await sql`insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel,
      pay_category_id, pay_amount, remark)
    select d.project_id, d.code || n, d.payment_id, n, d.subject_id, d.pay_channel, d.pay_category_id, d.pay_amount,
      repeat(md5(n::text), 20)
    from payment_lines d, generate_series(2, 30000) n where d.project_id = ${other.projectId}`.execute(
    test.services.db,
  )
  const link = await exported(other.clerk)
  const { pathname, search } = new URL(link)
  const gone = new AbortController()
  const response = await fetch((await test.listen()) + pathname + search, { signal: gone.signal })
  await response.body?.getReader().read()
  const { exports } = test.services
  expect(exports.totalCount - exports.idleCount).toBe(1)
  gone.abort()
  await expect.poll(() => exports.totalCount - exports.idleCount).toBe(0)
})

it('fails with a message if all slots are taken, and keeps none for a reader who disconnected while waiting', async () => {
  const { exports, exportSlots } = test.services
  const { pathname, search } = new URL(await exported(world.clerk))
  const address = (await test.listen()) + pathname + search
  const { signal } = new AbortController()
  const taken = await Promise.all(
    [1, 2, 3, 4].map((n) => exportSlots.acquire({ person: `p${n}`, company: `c${n}` }, { signal })),
  )
  const gone = new AbortController()
  const left = fetch(address, { signal: gone.signal })
  const told = fetch(address)
  await expect.poll(() => exportSlots.waiting).toBe(2)
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  const answer = await told
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toMatchObject({ code: 503, msg: expect.stringMatching(/\p{Script=Han}/u) })
  const late = new AbortController()
  const leaving = fetch(address, { signal: late.signal })
  await expect.poll(() => exportSlots.waiting).toBe(1)
  late.abort()
  await expect(leaving).rejects.toThrow('aborted')
  for (const { release } of taken) release()
  await expect.poll(() => [exportSlots.taken, exports.totalCount - exports.idleCount]).toEqual([0, 0])
})
