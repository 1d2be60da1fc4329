import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type TestApp } from '../../harness/harness.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { bought, buy, cashier, quotaOf, statusOf } from './helpers.ts'

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

const BANK = {
  collection_subject: '北京片账信息技术有限公司',
  collection_bank_account: '1100 0000 0000 0000 000',
  collection_bank_name: '汇澄银行北京槐荫里支行',
}

test.each([
  // [owned, quantity, discount, amount]
  [0, 9, '0.00', '16200.00'],
  [0, 10, '0.00', '18000.00'],
  [0, 11, '800.00', '19000.00'],
  [9, 2, '800.00', '2800.00'],
  [10, 1, '800.00', '1000.00'],
  [1, 100, '72800.00', '107200.00'],
])('who owns %i orders %i by its own price', async (owned, quantity, discount_amount_yuan, amount_yuan) => {
  const { admin } = await app.company(owned)
  const cheap = {
    price_yuan: '0.01',
    amount_yuan: '0.01',
    discount_amount_yuan: '9999',
    amount: 1,
    owned: 99,
  }
  const { data } = await buy(admin, quantity, 'transfer', cheap)
  expect(data).toEqual({
    code: expect.stringMatching(/^[0-9a-f]{24}$/),
    number: expect.stringMatching(/^DD\d{8}-\d{4}$/),
    status: 'pending',
    status_i18n: '待付款',
    created_at: expect.stringContaining('T'),
    paid_at: null,
    cancelled_at: null,
    user_name: '管理员',
    project_quantity: quantity,
    payment_type: 'transfer',
    payment_type_i18n: '对公转账',
    price_yuan: '1800.00',
    discount_amount_yuan,
    amount_yuan,
    amount: amount_yuan,
    qrcode_url: null,
    sandbox: false,
    ...BANK,
    payment_code: expect.stringMatching(/^[3479ACEFHJKMNPQRTWXY]{8}$/),
    can: { cancel: true },
  })
  expect((await admin.get(`/orders/${data.code}`)).data).toEqual(data)
})

test('an online order has an address to pay at; buying counts as owned from then on', async () => {
  const { admin } = await app.company(0)
  const first = await bought(admin, 10, 'wechat_pay')
  expect(first).toMatchObject({ payment_type_i18n: '微信支付', sandbox: true, payment_code: null })
  expect(first).toMatchObject({ collection_bank_account: null, amount_yuan: '18000.00' })
  expect(await cashier(app, first.qrcode_url, 'POST')).toMatchObject({ status: 303 })
  expect(await quotaOf(admin)).toBe(10)
  expect(await bought(admin, 1, 'alipay')).toMatchObject({
    amount_yuan: '1000.00',
    payment_type_i18n: '支付宝',
  })
})

test.each([0, 101, 1.5, '1e1', '', null, -1, '二'])('%j projects are refused, by name', async (quantity) => {
  const { admin } = await app.company()
  const answer = await buy(admin, quantity, 'transfer')
  expect(answer).toMatchObject({ status: 422, data: { errors: [{ field: 'project_quantity' }] } })
  expect((await admin.get('/orders')).data.listTotal).toBe(0)
})

test('all wrong fields are named at once', async () => {
  const { admin } = await app.company()
  const { status, data } = await admin.post('/orders', { project_quantity: 1.5, payment_type: 'cash' })
  expect(status).toBe(422)
  expect(data.errors).toEqual([
    { field: 'project_quantity', message: '项目数量须为1至100的整数' },
    { field: 'payment_type', message: '支付方式不正确' },
  ])
})

test('the list is paged by 25, newest first, filtered by status, with what the page offers', async () => {
  const { admin } = await app.company(3)
  const codes: string[] = []
  for (let at = 0; at < 27; at++) {
    app.advance(1000)
    codes.unshift((await bought(admin, 1, 'transfer')).code)
  }
  const codesOf = async (query: Record<string, unknown>) => {
    const { data, headers } = await admin.get('/orders', query)
    return {
      codes: data.items.map(({ code }: { code: string }) => code),
      total: data.listTotal,
      size: headers['per-page'],
    }
  }
  expect(await codesOf({})).toEqual({ codes: codes.slice(0, 25), total: 27, size: '25' })
  expect(await codesOf({ page: 2 })).toMatchObject({ codes: codes.slice(25) })
  expect(await codesOf({ page: 3 })).toMatchObject({ codes: [], total: 27 })
  await admin.put(`/orders/${codes[0]}/cancel`)
  expect(await codesOf({ status: 2 })).toMatchObject({ codes: [codes[0]], total: 1 })
  expect(await codesOf({ status: '0', per_page: 1000 })).toMatchObject({ codes: codes.slice(1), total: 26 })
  for (const status of ['1', '7', 'x', '00000000'])
    expect(await codesOf({ status })).toMatchObject({ codes: [], total: 0 })
  expect(await codesOf({ status: '' })).toMatchObject({ total: 27 })
  expect((await admin.get('/orders')).data).toMatchObject({
    total_count: 3,
    price_yuan: '1800.00',
    discounted_price_yuan: '1000.00',
    payment_types: [
      { value: 'alipay', label: '支付宝', sandbox: true },
      { value: 'wechat_pay', label: '微信支付', sandbox: true },
      { value: 'transfer', label: '对公转账', sandbox: false },
    ],
    can: { create: true },
  })
})

test('reading and writing are rights of their own; an order is of its company', async () => {
  const { id, admin } = await app.company()
  const other = await app.company()
  const order = await bought(admin, 2)
  const reader = await app.person(id, { order: ['read'] })
  const clerk = await app.person(id, { project: ['read', 'write'] })
  expect((await reader.get('/orders')).data).toMatchObject({
    can: { create: false },
    items: [{ code: order.code, can: { cancel: false } }],
  })
  expect((await reader.get(`/orders/${order.code}/check`)).data).toEqual({ result: false })
  expect(await buy(reader, 1)).toMatchObject({ status: 403 })
  expect(await reader.put(`/orders/${order.code}/cancel`)).toMatchObject({ status: 403 })
  for (const path of ['/orders', `/orders/${order.code}`, `/orders/${order.code}/check`])
    expect(await clerk.get(path)).toMatchObject({ status: 403 })
  for (const path of [`/orders/${order.code}`, `/orders/${order.code}/check`])
    expect(await other.admin.get(path)).toMatchObject({ status: 404 })
  expect(await other.admin.put(`/orders/${order.code}/cancel`)).toMatchObject({ status: 404 })
  expect((await other.admin.get('/orders')).data.listTotal).toBe(0)
  expect(await statusOf(admin, order.code)).toBe('pending')
})

test('cancelling ends a pending order and nothing else; the log has both, of the company', async () => {
  const { id, admin } = await app.company(2)
  const on = admin.on(await newProject(admin))
  const order = await bought(on, 2)
  expect(await on.put(`/orders/${order.code}/cancel`)).toMatchObject({
    code: 0,
    data: {
      code: order.code,
      status: 'cancelled',
      status_i18n: '已取消',
      qrcode_url: null,
      can: { cancel: false },
    },
  })
  expect(await admin.put(`/orders/${order.code}/cancel`)).toMatchObject({ status: 422, msg: '订单已取消' })
  const paid = await bought(admin, 1)
  await cashier(app, paid.qrcode_url, 'POST')
  expect(await admin.put(`/orders/${paid.code}/cancel`)).toMatchObject({
    status: 422,
    msg: '订单已付款，不能取消',
  })
  expect(await admin.get(`/orders/${paid.code}/check`)).toMatchObject({ data: { result: true } })
  expect(await quotaOf(admin)).toBe(3)
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select(['action', 'user_name', 'project_id', 'label', 'before', 'after'])
    .where('company_id', '=', id)
    .where('resource', '=', 'order')
    .orderBy('id')
    .execute()
  const two = { project_id: null, label: expect.stringMatching(/^DD\d{8}-\d{4}，2 个项目，3600.00 元$/) }
  const one = { project_id: null, label: expect.stringMatching(/^DD\d{8}-\d{4}，1 个项目，1800.00 元$/) }
  expect(log).toMatchObject([
    { action: 'create', user_name: '管理员', ...two, after: { status: 'pending', amount: '3600.00' } },
    { action: 'update', user_name: '管理员', ...two, after: { status: 'cancelled' } },
    { action: 'create', user_name: '管理员', ...one },
    {
      action: 'update',
      user_name: '沙箱收银台',
      ...one,
      before: { status: 'pending', total_count: 2 },
      after: { status: 'paid', total_count: 3 },
    },
  ])
})

test('the name of who ordered stays when that person is deleted', async () => {
  const { id, admin } = await app.company()
  const buyer = await app.person(id, { order: ['read', 'write'] })
  const order = await bought(buyer, 1)
  await app.services.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', buyer.userId)
    .execute()
  expect((await admin.get(`/orders/${order.code}`)).data.user_name).toBe(order.user_name)
})

test('an order shows the account that it was told to pay to, whatever is configured later', async () => {
  const { admin } = await app.company()
  const order = await bought(admin, 1, 'transfer')
  const { site } = app.services
  const configured = site.bank
  site.bank = { subject: '新公司', account: '2200', name: '另一银行' }
  expect((await admin.get(`/orders/${order.code}`)).data).toMatchObject(BANK)
  expect(await bought(admin, 1, 'transfer')).toMatchObject({ collection_bank_account: '2200' })
  // Without an account there is nothing to transfer to.
  site.bank = { subject: '', account: '', name: '' }
  expect(await buy(admin, 1, 'transfer')).toMatchObject({
    status: 422,
    data: {
      errors: [{ field: 'payment_type', message: '支付方式“对公转账”未开通，请选择支付宝、微信支付' }],
    },
  })
  site.bank = configured
})

test('a repeated request is one order; twenty at once too', async () => {
  const { admin } = await app.company()
  const body = { project_quantity: 2, payment_type: 'alipay' }
  const headers = { 'idempotency-key': 'once' }
  const [first, again] = [
    await admin.post('/orders', body, headers),
    await admin.post('/orders', body, headers),
  ]
  expect(again.data).toEqual(first.data)
  expect(await atOnce(20, () => admin.post('/orders', body, headers))).toEqual({ '0 操作成功': 20 })
  expect((await admin.get('/orders')).data.listTotal).toBe(1)
  expect(await admin.post('/orders', { ...body, project_quantity: 3 }, headers)).toMatchObject({
    status: 422,
  })
})

const FULL = '300010 项目数量已用完，请购买项目后再创建。'

test('twenty creates at once with one place left make one project', async () => {
  const { admin } = await app.company(1)
  const create = (index: number) => admin.post('/projects', { name: `项目${index}` })
  expect(await atOnce(20, create)).toEqual({ '0 操作成功': 1, [FULL]: 19 })
})

test('creates at once with the payment of an order never pass the quota, and then fill it', async () => {
  const { id, admin } = await app.company(1)
  const create = (index: number) => admin.post('/projects', { name: `项目${index}` })
  const order = await bought(admin, 3)
  const together = async () => {
    const [tally] = await Promise.all([atOnce(8, create), cashier(app, order.qrcode_url, 'POST')])
    return tally
  }
  // The cashier and as many projects as may be written at once wait for the company's row, the other projects for these.
  const waiting = (app.services.writeSlots.bounds.perCompany ?? 0) + 1
  const tally = await overlap(
    app,
    (tx) => tx.updateTable('companies').set({ buy_count: 0 }).where('id', '=', id).execute(),
    together,
    waiting,
  )
  const made = tally['0 操作成功'] ?? 0
  expect(made).toBeGreaterThanOrEqual(1)
  expect(made).toBeLessThanOrEqual(4)
  expect(tally[FULL] ?? 0).toBe(8 - made)
  await atOnce(8, create)
  expect((await admin.get('/projects')).data).toMatchObject({ total_count: 4, exists_count: 4, buy_count: 3 })
})

test('each order of the service has a number of its own, by which it is found with or without the dash', async () => {
  const { admin } = await app.company(0)
  const { admin: other } = await app.company(0)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => buy(index % 2 ? admin : other, 1, 'transfer')),
  )
  const numbers = answers.map(({ data }) => data.number)
  expect(new Set(numbers).size).toBe(20)
  for (const number of numbers) expect(number).toMatch(/^DD\d{8}-\d{4}$/)
  const own = answers[1]?.data
  const found = async (keywords: string) =>
    (await admin.get('/orders', { keywords })).data.items.map(({ number }: { number: string }) => number)
  for (const typed of [own.number, own.number.replace('-', ''), own.number.toLowerCase(), own.payment_code])
    expect(await found(typed)).toEqual([own.number])
  expect(await found(answers[0]?.data.number)).toEqual([])
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select('label')
    .where('code', '=', own.code)
    .executeTakeFirstOrThrow()
  expect(log.label).toBe(`${own.number}，1 个项目，1800.00 元`)
})
