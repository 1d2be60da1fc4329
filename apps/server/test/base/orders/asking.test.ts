import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setProvider } from '../../../src/platform/payments/choose.ts'
import { PaymentUnavailable } from '../../../src/platform/payments/provider.ts'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { bought, buy, type FakeProvider, fakeProvider, paymentOf, quotaOf, statusOf } from './helpers.ts'

// The server's requests to a provider: the address of a QR code, the state of a payment, closing it. What a payment changes: settle.test.ts.

let app: TestApp
let provider: FakeProvider
let companyId: bigint
let admin: Caller
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  provider = fakeProvider(app, 'alipay')
  setProvider(app.services.config, 'alipay', provider)
  const company = await app.company(1)
  companyId = company.id
  admin = company.admin
})

test('a provider that does not answer: no order, no cancelling, and a message that names it', async () => {
  const order = await bought(admin, 1)
  const down = () => {
    throw new PaymentUnavailable('down')
  }
  provider.answers = { create: down, find: down, close: down }
  const unavailable = { status: 503, msg: '支付宝暂时不可用，请稍后重试' }
  expect(await buy(admin, 1)).toMatchObject({ status: 503, msg: `${unavailable.msg}或选择对公转账` })
  expect(await admin.put(`/orders/${order.code}/cancel`)).toMatchObject(unavailable)
  expect(await admin.get(`/orders/${order.code}/check`)).toMatchObject({
    status: 200,
    data: { result: false },
  })
  expect(await statusOf(admin, order.code)).toBe('pending')
  expect((await admin.get('/orders')).data.listTotal).toBe(1)
})

test('a lost notification is found by the check; the provider is asked once in nine seconds', async () => {
  const order = await bought(admin, 2)
  const check = async () => (await admin.get(`/orders/${order.code}/check`)).data.result
  expect(await Promise.all([check(), check(), check()])).toEqual([false, false, false])
  provider.answers.find = () => paymentOf(order)
  expect(await check()).toBe(false)
  expect(provider.calls.filter((call) => call === 'find')).toHaveLength(1)
  app.advance(9_000)
  expect(await check()).toBe(true)
  app.advance(9_000)
  expect(await check()).toBe(true)
  expect(provider.calls.filter((call) => call === 'find')).toHaveLength(2)
  expect(await quotaOf(admin)).toBe(3)
})

test('a transfer is not asked about anywhere', async () => {
  const order = await bought(admin, 1, 'transfer')
  expect((await admin.get(`/orders/${order.code}/check`)).data).toEqual({ result: false })
  expect((await admin.put(`/orders/${order.code}/cancel`)).data.status).toBe('cancelled')
  expect(provider.calls).toEqual([])
})

test('the provider gets amount, subject and where to notify; a quota that changes meanwhile gives no wrong price', async () => {
  const order = await bought(admin, 11)
  expect(order).toMatchObject({ sandbox: false, qrcode_url: `https://pay.example/alipay/${order.code}/1` })
  expect(provider.calls).toEqual([
    'create 1820000 项目购买 11 个 http://localhost:80/api/common/payments/alipay/notify',
  ])
  provider.answers.create = () =>
    app.services.db.updateTable('companies').set({ granted_count: 9 }).where('id', '=', companyId).execute()
  expect(await buy(admin, 2)).toMatchObject({
    status: 409,
    msg: '项目总数刚刚有变化，应付总额随之改变，请重新提交',
  })
  provider.answers.create = () => undefined
  expect(await buy(admin, 2)).toMatchObject({ data: { amount_yuan: '2800.00' } })
})

test('a repeated request gets the order that the first one made, though the provider is down by now', async () => {
  const send = () =>
    admin.post('/orders', { project_quantity: 1, payment_type: 'alipay' }, { 'idempotency-key': 'lost' })
  const first = await send()
  expect(first).toMatchObject({ code: 0, data: { status: 'pending' } })
  provider.answers.create = () => {
    throw new PaymentUnavailable('down')
  }
  expect((await send()).data).toEqual(first.data)
  expect(provider.calls).toHaveLength(1)
})

test('whoever is signed out while the provider is asked has not ordered', async () => {
  provider.answers.create = () =>
    app.services.db
      .updateTable('sessions')
      .set({ ended_at: new Date(), end_reason: 'ended' })
      .where('user_id', '=', admin.userId)
      .execute()
  expect(await buy(admin, 1)).toMatchObject({ code: 50012 })
  const orders = app.services.db.selectFrom('orders').select('id').where('company_id', '=', companyId)
  expect(await orders.execute()).toEqual([])
})

test('an address that expires is renewed when the order is opened, at the same price', async () => {
  provider.validForMs = 3600_000
  const order = await bought(admin, 1)
  const open = async () => (await admin.get(`/orders/${order.code}`)).data
  expect(await open()).toEqual(order)
  app.advance(56 * 60_000)
  const renewed = await open()
  expect(renewed).toEqual({ ...order, qrcode_url: `https://pay.example/alipay/${order.code}/2` })
  expect(await open()).toEqual(renewed)
  expect(provider.calls).toHaveLength(2)
  // Without an answer of the provider the order keeps its old address.
  app.advance(56 * 60_000)
  provider.answers.create = () => {
    throw new PaymentUnavailable('down')
  }
  expect(await open()).toEqual(renewed)
})

test('an order that is cancelled while its address is renewed is shown as cancelled, with nothing to pay', async () => {
  provider.validForMs = 60_000
  const order = await bought(admin, 1)
  provider.answers.create = () => admin.put(`/orders/${order.code}/cancel`)
  expect((await admin.get(`/orders/${order.code}`)).data).toMatchObject({
    status: 'cancelled',
    qrcode_url: null,
    can: { cancel: false },
  })
})

test('beside a real provider the sandbox takes nothing, unless it is asked for', async () => {
  const types = async () =>
    (await admin.get('/orders')).data.payment_types.map(({ value }: { value: string }) => value)
  expect(await types()).toEqual(['alipay', 'transfer'])
  expect(await buy(admin, 1, 'wechat_pay')).toMatchObject({
    status: 422,
    data: {
      errors: [{ field: 'payment_type', message: '支付方式“微信支付”未开通，请选择支付宝、对公转账' }],
    },
  })
  const { config } = app.services
  config.paymentSandbox = true
  expect(await types()).toEqual(['alipay', 'wechat_pay', 'transfer'])
  config.paymentSandbox = null
})
