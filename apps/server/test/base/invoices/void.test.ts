import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { add, electronic, type InvoiceWorld, invoiceWorld } from './helpers.ts'

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
const number = () => {
  made += 1
  return `2613000000000${String(made).padStart(7, '0')}`
}
const added = async (own = number()): Promise<string> =>
  (await add(app, clerk, electronic(own))).data.items[0].code
async function passed(own = number()): Promise<string> {
  const code = await added(own)
  await clerk.put(`/invoices/${code}/check`, { result: 1 })
  return code
}
const voiding = (code: string, body: object = {}, who = clerk) =>
  who.post(`/invoices/${code}/void`, { reason: '传错了', ...body })
const unvoiding = (code: string, body: object = {}, who = clerk) => who.post(`/invoices/${code}/unvoid`, body)
const read = async (code: string) => (await clerk.get(`/invoices/${code}`)).data
const listed = async (query: object = {}) => (await clerk.get('/invoices', { per_page: 1000, ...query })).data
const codes = async (query: object = {}): Promise<string[]> =>
  (await listed(query)).items.map(({ code }: { code: string }) => code)
const entryOf = async (code: string) =>
  await app.services.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('code', '=', code)
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('a voided invoice is kept, but neither listed nor counted, and comes back with the status it had', async () => {
  const own = number()
  const code = await passed(own)
  const before = await listed()
  const answer = await voiding(code, { version: 2 })
  expect(answer.data).toMatchObject({
    status: 0,
    version: 3,
    voided: { reason: '传错了', by: expect.any(String), at: expect.any(String) },
  })
  expect(await entryOf(code)).toMatchObject({
    action: 'void',
    label: own,
    before: { void_reason: '' },
    after: { void_reason: '传错了' },
  })
  const without = await listed()
  expect(without.listTotal).toBe(before.listTotal - 1)
  expect(Number(without.sums[0]?.amount_yuan ?? 0)).toBe(Number(before.sums[0].amount_yuan) - 1234.5)
  expect(await codes({ voided: 0 })).not.toContain(code)
  const voided = await listed({ voided: 1 })
  expect(voided.items).toMatchObject([{ code, voided: { reason: '传错了' } }])
  expect(voided.sums).toEqual([])
  expect(await codes({ voided: 1, status: 1 })).toEqual([])

  expect((await unvoiding(code, { version: 3 })).data).toMatchObject({ status: 0, version: 4, voided: null })
  expect(await entryOf(code)).toMatchObject({ action: 'unvoid', after: { void_reason: '' } })
  expect(await listed()).toMatchObject({ listTotal: before.listTotal, sums: before.sums })
})

test('needs a reason, the present version, and an invoice that is in that state', async () => {
  const code = await added()
  expect((await voiding(code, { reason: ' ' })).data.errors).toEqual([
    { field: 'reason', message: '请输入作废原因' },
  ])
  expect((await voiding(code, { version: 7 })).status).toBe(409)
  expect((await unvoiding(code)).msg).toBe('该发票没有作废')
  expect((await voiding(code)).code).toBe(0)
  expect(await voiding(code)).toMatchObject({ status: 422, msg: expect.stringContaining('已作废') })
  expect((await unvoiding(code, { version: 1 })).status).toBe(409)
  expect(await clerk.put(`/invoices/${code}/check`, { result: 1 })).toMatchObject({
    status: 422,
    msg: '该发票已作废，请先撤销作废',
  })
  expect((await clerk.get(`/invoices/${code}/invoice_check`)).msg).toBe('该发票已作废，请先撤销作废')
})

test('an invoice that a payment uses is not voided, and a voided one is not used', async () => {
  const own = number()
  const code = await passed(own)
  const payment = await book(clerk, { check_invoice_code: code })
  const refusal = `发票 ${own} 已被付款 ${payment.data.code} 使用，请先在该付款中取消关联再作废`
  expect(await voiding(code)).toMatchObject({ status: 422, msg: refusal })
  const other = await passed()
  expect(await clerk.post('/invoices/batch/void', { codes: [other, code], reason: '传错了' })).toMatchObject({
    status: 422,
    msg: refusal,
  })
  expect((await read(other)).voided).toBeNull()
  await voiding(other)
  expect((await book(clerk, { check_invoice_code: other })).data.errors).toEqual([
    { field: 'cost_execution_details[0].check_invoice_code', message: '该发票已作废' },
  ])
  expect(await codes({ unused_for: '', status: 0 })).not.toContain(other)
})

test('several are voided together, each with its entry', async () => {
  const some = [await added(), await added()]
  expect((await clerk.post('/invoices/batch/void', { codes: [], reason: '传错了' })).data.errors).toEqual([
    { field: 'codes', message: '请选择发票' },
  ])
  expect((await clerk.post('/invoices/batch/void', { codes: [...some, 'x'], reason: '传错了' })).status).toBe(
    404,
  )
  expect((await clerk.post('/invoices/batch/void', { codes: some, reason: '重复上传' })).code).toBe(0)
  for (const code of some) expect((await read(code)).voided.reason).toBe('重复上传')
  expect(await entryOf(some[1] ?? '')).toMatchObject({ action: 'void' })
})

test('the number of a voided invoice is free; it does not come back while another has it', async () => {
  const own = number()
  const first = await added(own)
  await voiding(first)
  const again = (await add(app, clerk, electronic(own))).data.items[0]
  expect(again).toMatchObject({ status: 2, duplicate_of: null })
  const refused = await unvoiding(first)
  expect(refused.data.errors).toEqual([
    { field: 'invoice_number', message: '该发票与本项目中已有的发票重复' },
  ])
  expect((await read(first)).voided).not.toBeNull()
  await voiding(again.code)
  expect((await unvoiding(first)).data.voided).toBeNull()
  // It has its number again.
  expect((await add(app, clerk, electronic(own))).data.items[0]).toMatchObject({ status: 1 })
})

test('of a link and a voiding at once exactly one wins, and the other is told why', async () => {
  for (let round = 0; round < 5; round += 1) {
    const code = await passed()
    const [linked, voided] = await Promise.all([book(clerk, { check_invoice_code: code }), voiding(code)])
    const now = await read(code)
    expect([linked.status, voided.status].toSorted()).toEqual([200, 422])
    expect([now.payment !== null, now.voided !== null]).toEqual([linked.code === 0, voided.code === 0])
    expect(linked.code === 0 ? voided.msg : linked.msg).toMatch(
      linked.code === 0 ? /已被付款 FK\d+ 使用/ : /该发票已作废/,
    )
  }
})

test('a voiding waits for the payment that has locked the invoice', async () => {
  const code = await passed()
  const lock = (tx: Parameters<Parameters<typeof overlap>[1]>[0]) =>
    tx.selectFrom('invoices').select('id').where('code', '=', code).forUpdate().execute()
  expect((await overlap(app, lock, () => voiding(code))).code).toBe(0)
})

test('of ten who void it at once one does', async () => {
  const code = await added()
  const tally = await atOnce(10, () => voiding(code))
  expect(tally['0 操作成功']).toBe(1)
  expect(Object.values(tally).reduce((sum, count) => sum + count, 0)).toBe(10)
})

test('needs the right to write; those of other projects are 404', async () => {
  const code = await added()
  const reader = (await app.person(world.companyId, { invoice: ['read'] }, [world.project])).on(world.project)
  const others = await invoiceWorld(app)
  for (const act of [voiding, unvoiding]) {
    expect((await act(code, {}, reader)).status).toBe(403)
    expect((await act(code, {}, others.clerk)).status).toBe(404)
  }
  expect((await reader.post('/invoices/batch/void', { codes: [code], reason: 'x' })).status).toBe(403)
  expect((await others.clerk.post('/invoices/batch/void', { codes: [code], reason: 'x' })).status).toBe(404)
})
