import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { png } from '../attachments/helpers.ts'
import { add, electronic, type InvoiceWorld, invoiceWorld, paper, upload } from './helpers.ts'

let app: TestApp
let world: InvoiceWorld
let clerk: Caller
beforeAll(async () => {
  app = await workerApp()
  world = await invoiceWorld(app)
  clerk = world.clerk
})
afterAll(() => app.close())

let made = 0
function next(): number {
  made += 1
  return made
}
const number = () => `2612000000000${String(next()).padStart(7, '0')}`
const made8 = () => String(20_000_000 + next())
async function added(coded = electronic(number())): Promise<string> {
  return (await add(app, clerk, coded)).data.items[0].code
}
async function withoutCode(): Promise<string> {
  const code = await upload(app, clerk, await png(300 + next(), 200), '风景.png')
  return (await clerk.post('/invoices', { attachment_codes: [code] })).data.items[0].code
}
const ask = (code: string, query: Record<string, unknown> = {}, person = clerk) =>
  person.get(`/invoices/${code}/invoice_check`, query)
const hand = (code: string, body: Record<string, unknown>) => clerk.put(`/invoices/${code}/check`, body)
const read = async (code: string) => (await clerk.get(`/invoices/${code}`)).data

describe('the offline check', () => {
  test('passes what agrees with the QR code, and says that nobody was asked', async () => {
    const code = await added()
    const { data } = await ask(code, { total_amount: '1234.5', billing_date: '2024-11-02' })
    expect(data).toMatchObject({
      status: 0,
      status_i18n: '查验通过',
      reason: '与发票二维码一致，企业内没有重复（未经税务机关查验）',
      version: 2,
    })
    expect(await read(code)).toEqual(data)
    const log = await app.services.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('code', '=', code)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(log).toMatchObject({
      action: 'update',
      before: { status: 2 },
      after: { status: 0, total_amount: '1234.50' },
    })
  })

  test('fails what differs, and names the fields', async () => {
    const code = await added()
    expect((await ask(code, { total_amount: '1234.51', billing_date: '2024-11-03' })).data).toMatchObject({
      status: 1,
      reason: '与发票二维码不一致：开票日期、价税合计（未经税务机关查验）',
      total_amount_yuan: '1234.51',
    })
    expect((await ask(code, { total_amount: '1234.50', billing_date: '2024-11-02' })).data.status).toBe(0)
    const old = await added(paper('011001900211', made8()))
    expect((await ask(old, { check_code: '000000' })).data).toMatchObject({
      status: 1,
      reason: expect.stringContaining('校验码'),
    })
    expect((await ask(old, { check_code: '567890', total_amount: '1060' })).data.status).toBe(0)
  })

  test('without a QR code leaves the status and says so', async () => {
    const code = await withoutCode()
    const { data } = await ask(code, {
      invoice_type: '31',
      invoice_number: number(),
      billing_date: '2024-11-02',
      total_amount: '10',
    })
    expect(data).toMatchObject({
      status: 2,
      reason: '没有发票二维码可供比对，无法离线查验，请人工核验（未经税务机关查验）',
      total_amount_yuan: '10.00',
    })
    await hand(code, { result: 0, reason: '印章模糊' })
    // Nothing new was said about the same figures; other ones are unchecked.
    expect((await ask(code)).data).toMatchObject({
      status: 1,
      reason: expect.stringMatching(/^印章模糊；再次查验：没有发票二维码/),
    })
    expect((await ask(code, { total_amount: '11' })).data.status).toBe(2)
  })

  test.each([
    ['01', ['invoice_code', 'amount_without_tax']],
    ['10', ['invoice_code', 'check_code']],
    ['32', ['total_amount']],
    ['', ['invoice_code', 'seller_tax_no']],
  ])('names what type %s lacks', async (invoice_type, fields) => {
    const code = await withoutCode()
    const answer = await ask(code, { invoice_type })
    expect(answer.status).toBe(422)
    expect(answer.data.errors.map(({ field }: { field: string }) => field)).toEqual([
      'invoice_number',
      'billing_date',
      ...fields,
    ])
    expect(answer.msg).toBe('请输入发票号码')
  })

  test('names wrong figures and stores none of them', async () => {
    const code = await added()
    const fields = async (query: Record<string, unknown>) =>
      (await ask(code, query)).data.errors.map(({ field }: { field: string }) => field)
    expect(await fields({ invoice_number: '123', invoice_code: '12' })).toEqual([
      'invoice_number',
      'invoice_code',
    ])
    expect(await fields({ billing_date: '2999-01-01' })).toEqual(['billing_date'])
    expect(await fields({ total_amount: '1,000', billing_date: '2026-13-01' })).toEqual([
      'billing_date',
      'total_amount',
    ])
    expect(await fields({ amount_without_tax: '2000' })).toEqual(['total_amount'])
    expect(await read(code)).toMatchObject({ version: 1, total_amount_yuan: '1234.50' })
  })

  test('is refused for the sixth time on a day in Shanghai, refused figures not counted', async () => {
    await using own = await startTestApp()
    const { clerk: person } = await invoiceWorld(own)
    const { data } = await add(own, person, electronic(number()))
    const { code } = data.items[0]
    expect((await ask(code, { total_amount: '' }, person)).status).toBe(422)
    for (let count = 0; count < 5; count += 1) expect((await ask(code, {}, person)).status).toBe(200)
    const refused = await ask(code, {}, person)
    expect(refused).toMatchObject({
      status: 429,
      msg: '该发票今天的5次查验请求已用完（含没有应答时的自动重试），请明天再试或人工核验',
    })
    own.advance(Number(refused.headers['retry-after']) * 1000)
    // A session is idle for twelve hours at most.
    const seen_at = own.services.clock()
    await own.services.db.updateTable('sessions').set({ seen_at }).execute()
    expect((await ask(code, {}, person)).status).toBe(200)
  })

  test('counts checks at once, too', async () => {
    const code = await added()
    await Promise.all(Array.from({ length: 9 }, () => ask(code)))
    const { checks } = await app.services.db
      .selectFrom('invoices')
      .select('checks')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(checks).toBe(5)
  })
})

describe('the manual check', () => {
  test('passes by the result 1, which is status 0, and fails by 0, which is status 1', async () => {
    const code = await withoutCode()
    const one = number()
    expect((await hand(code, { result: 1, invoice_number: one, total_amount: '10.00' })).data).toMatchObject({
      status: 0,
      status_i18n: '查验通过',
      invoice_number: one,
      reason: '人工核验通过',
    })
    expect((await hand(code, { result: 0, reason: '印章模糊' })).data).toMatchObject({
      status: 1,
      status_i18n: '查验失败',
      reason: '印章模糊',
      invoice_number: one,
    })
    expect((await hand(code, { result: '1' })).data.status).toBe(0)
  })

  test('needs a reason for 0, a number for 1, and the code of a type that has one', async () => {
    const code = await withoutCode()
    const fields = async (body: Record<string, unknown>) =>
      (await hand(code, body)).data.errors.map(({ field }: { field: string }) => field)
    expect(await fields({ result: 0 })).toEqual(['reason'])
    expect(await fields({})).toEqual(['result'])
    expect(await fields({ result: 1 })).toEqual(['invoice_number', 'invoice_type'])
    expect(await fields({ result: 1, invoice_number: '12345678' })).toEqual(['invoice_type'])
    expect(await fields({ result: 1, invoice_type: '04', invoice_number: '12345678' })).toEqual([
      'invoice_code',
    ])
    expect((await hand(code, { result: 0, reason: '不是发票' })).data).toMatchObject({
      status: 1,
      reason: '不是发票',
    })
  })

  test('names all wrong fields at once, as a look-up does', async () => {
    const code = await added()
    const wrong = { invoice_code: '!!', billing_date: '2999-01-01' }
    const fields = ({ data }: { data: { errors: { field: string }[] } }) =>
      data.errors.map(({ field }) => field).sort()
    expect(fields(await hand(code, { result: 0, ...wrong }))).toEqual([
      'billing_date',
      'invoice_code',
      'reason',
    ])
    expect(fields(await ask(code, { ...wrong, total_amount: '' }))).toEqual([
      'billing_date',
      'invoice_code',
      'total_amount',
    ])
    const blank = await withoutCode()
    const body = { result: 1, invoice_number: '12345678', total_amount: '1,0' }
    expect(fields(await hand(blank, body))).toEqual(['invoice_type', 'total_amount'])
    expect((await hand('unknown', { result: 0 })).status).toBe(404)
  })

  test('of a stale version and a number of another invoice names the number', async () => {
    const one = number()
    const [code] = [await added(), await added(electronic(one))]
    const answer = await hand(code, { result: 1, version: 0, invoice_number: one })
    expect([answer.status, answer.data.errors[0].field]).toEqual([422, 'invoice_number'])
  })

  test('of a stale version, or of two people at once, is 409', async () => {
    const code = await added()
    expect((await hand(code, { result: 1, version: 1 })).data.version).toBe(2)
    expect((await hand(code, { result: 0, reason: 'x', version: 1 })).status).toBe(409)
    expect((await ask(code, { version: 1 })).status).toBe(409)
    const answers = await Promise.all([
      hand(code, { result: 1, version: 2 }),
      hand(code, { result: 1, version: 2 }),
      ask(code, { version: 2 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

test('an invoice that a line uses keeps its status until the line lets it go', async () => {
  const code = await added()
  await hand(code, { result: 1 })
  const payment = await book(clerk, { check_invoice_code: code })
  expect(await read(code)).toMatchObject({ payment: { code: payment.data.code } })
  for (const answer of [
    await hand(code, { result: 0, reason: '作废' }),
    await ask(code, { total_amount: '9' }),
  ])
    expect(answer).toMatchObject({
      status: 422,
      msg: expect.stringContaining(`该发票已被付款 ${payment.data.code} 使用`),
    })
  expect(await read(code)).toMatchObject({ status: 0, total_amount_yuan: '1234.50' })
  // What does not change the status may change.
  expect((await hand(code, { result: 1, seller_name: '某某器材公司' })).data.seller_name).toBe('某某器材公司')
  await clerk.delete(`/cost_executions/${payment.data.code}`)
  expect((await hand(code, { result: 0, reason: '作废' })).data.status).toBe(1)
  expect((await book(clerk, { check_invoice_code: code })).status).toBe(422)
})

test('of a payment and a failing check at once one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const code = await added()
    await hand(code, { result: 1 })
    await Promise.all([book(clerk, { check_invoice_code: code }), hand(code, { result: 0, reason: '作废' })])
    const { status, payment } = await read(code)
    expect([status, payment !== null]).toEqual(status === 0 ? [0, true] : [1, false])
  }
})

test('needs the right to write; unknown invoices and those of other projects are 404', async () => {
  const code = await added()
  const reader = (await app.person(world.companyId, { invoice: ['read'] }, [world.project])).on(world.project)
  expect((await ask(code, {}, reader)).status).toBe(403)
  expect((await reader.put(`/invoices/${code}/check`, { result: 1 })).status).toBe(403)
  expect((await ask('unknown')).status).toBe(404)
  const others = await invoiceWorld(app)
  expect((await ask(code, {}, others.clerk)).status).toBe(404)
  expect((await others.clerk.put(`/invoices/${code}/check`, { result: 1 })).status).toBe(404)
})

test('with the cookie the check must come from our own pages, although it is a GET', async () => {
  const code = await added()
  const send = async (headers: Record<string, string>) => {
    const url = `/api/manager/invoices/${code}/invoice_check`
    return (
      await app.http.inject({ method: 'GET', url, headers: { cookie: `token=${clerk.token}`, ...headers } })
    ).statusCode
  }
  const own = { 'x-project': world.project }
  expect(await send({})).toBe(403)
  expect(await send({ ...own, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await send({ ...own, origin: 'http://elsewhere.example' })).toBe(403)
  expect(await send({ ...own, 'sec-fetch-site': 'same-origin' })).toBe(200)
  // As browsers send it over plain http.
  expect(await send(own)).toBe(200)
})
