import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { atOnce } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { bought, buy, cashier, quotaOf, received, statusOf } from './helpers.ts'

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

test('shows quantity and amount to whoever has the address, and pays by one post', async () => {
  const { admin } = await app.company(8)
  const order = await bought(admin, 3)
  expect(order.qrcode_url).toMatch(
    new RegExp(`^http://localhost:80/api/common/payments/sandbox/${order.code}\\?sign=[\\w-]{22}$`),
  )
  const page = await cashier(app, order.qrcode_url)
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  for (const text of [
    '沙箱收银台（仅供测试，不产生真实扣款）',
    order.number,
    '3 个',
    '¥ 4,600.00',
    '确认支付',
    'width=device-width',
  ])
    expect(page.text).toContain(text)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self';/)
  expect(page.text.match(/<form/g)).toHaveLength(1)
  expect(page.text).not.toMatch(/<script|style="|onclick|https?:/)
  // Opening it pays nothing.
  expect(await statusOf(admin, order.code)).toBe('pending')

  const posted = await cashier(app, order.qrcode_url, 'POST')
  expect(posted).toMatchObject({ status: 303, headers: { location: expect.stringContaining(order.code) } })
  const after = await cashier(app, order.qrcode_url)
  expect(after.text).toContain('已付款')
  expect(after.text).not.toContain('<form')
  expect((await admin.get(`/orders/${order.code}`)).data).toMatchObject({ status: 'paid', qrcode_url: null })
  expect(await quotaOf(admin)).toBe(11)
  await cashier(app, order.qrcode_url, 'POST')
  expect(await quotaOf(admin)).toBe(11)
})

test('twenty posts at once pay once', async () => {
  const { admin } = await app.company(0)
  const order = await bought(admin, 2)
  const post = async () => ({ code: (await cashier(app, order.qrcode_url, 'POST')).status, msg: '' })
  expect(await atOnce(20, post)).toEqual({ '303 ': 20 })
  expect(await quotaOf(admin)).toBe(2)
  const mine = (await received(app)).filter(({ order_code }) => order_code === order.code)
  expect(mine).toMatchObject([{ provider: 'sandbox', unapplied_reason: null }])
})

test('takes the form of its page only, which has no fields', async () => {
  const { admin } = await app.company(1)
  const order = await bought(admin, 2)
  const { pathname, search } = new URL(order.qrcode_url)
  const send = async (payload: string, contentType: string) =>
    (
      await app.http.inject({
        method: 'POST',
        url: pathname + search,
        payload,
        headers: { 'content-type': contentType },
      })
    ).statusCode
  expect(await send('{}', 'application/json')).toBe(415)
  expect(await send('x'.repeat(2000), 'application/x-www-form-urlencoded')).toBe(413)
  expect(await statusOf(admin, order.code)).toBe('pending')
})

test('a cancelled order says so, and takes no payment', async () => {
  const { admin } = await app.company(1)
  const order = await bought(admin, 2)
  await admin.put(`/orders/${order.code}/cancel`)
  await cashier(app, order.qrcode_url, 'POST')
  const page = await cashier(app, order.qrcode_url)
  expect(page.text).toContain('订单已取消，不能付款')
  expect(page.text).not.toContain('<form')
  expect(await quotaOf(admin)).toBe(1)
  expect(await statusOf(admin, order.code)).toBe('cancelled')
})

test('an address that was guessed, or is of another order, opens and pays nothing', async () => {
  const { admin } = await app.company(1)
  const [order, other] = [await bought(admin, 2), await bought(admin, 1, 'transfer')]
  const real = new URL(order.qrcode_url)
  const swapped = order.qrcode_url.replace(order.code, other.code)
  const unsigned = real.origin + real.pathname
  for (const url of [swapped, unsigned, `${unsigned}?sign=`, `${unsigned}?sign=a&sign=b`, `${real.href}x`])
    for (const method of ['GET', 'POST'] as const)
      expect(await cashier(app, url, method)).toMatchObject({ status: 404 })
  expect(await statusOf(admin, order.code)).toBe('pending')
  expect(await statusOf(admin, other.code)).toBe('pending')
})

test('in production there is no sandbox: such an order is refused, and an old one is not paid', async () => {
  const { admin } = await app.company(1)
  const order = await bought(admin, 2)
  const { config } = app.services
  config.production = true
  try {
    expect(await buy(admin, 1, 'alipay')).toMatchObject({
      status: 422,
      msg: '支付方式“支付宝”未开通，请选择对公转账',
      data: { errors: [{ field: 'payment_type' }] },
    })
    expect((await admin.get('/orders')).data.payment_types).toEqual([
      { value: 'transfer', label: '对公转账', sandbox: false },
    ])
    expect(await buy(admin, 1, 'transfer')).toMatchObject({ status: 200 })
    await cashier(app, order.qrcode_url, 'POST')
    expect((await cashier(app, order.qrcode_url)).text).toContain('沙箱收银台已停用，不能付款')
    expect(await statusOf(admin, order.code)).toBe('pending')
    expect((await admin.put(`/orders/${order.code}/cancel`)).data.status).toBe('cancelled')
  } finally {
    config.production = false
  }
  expect(await quotaOf(admin)).toBe(1)
})

test('the sandbox demanded in production fails the start', () => {
  expect(readConfig({ NODE_ENV: 'production' }, '/tmp')).toMatchObject({
    production: true,
    paymentSandbox: null,
  })
  expect(() => readConfig({ NODE_ENV: 'production', PAYMENT_SANDBOX: '1' }, '/tmp')).toThrow(
    '环境变量 PAYMENT_SANDBOX 只用于测试，NODE_ENV=production 时不能开启',
  )
})

test('switched off without production, there is a transfer only; addresses carry the public host', async () => {
  await using off = await startTestApp({ PAYMENT_SANDBOX: '0', PUBLIC_URL: 'https://pianzhang.example' })
  const { admin } = await off.company(1)
  expect(await buy(admin, 1, 'wechat_pay')).toMatchObject({ status: 422 })
  off.services.config.paymentSandbox = true
  expect((await bought(admin, 1, 'wechat_pay')).qrcode_url).toMatch(
    /^https:\/\/pianzhang\.example\/api\/common\/payments\/sandbox\//,
  )
})

test('in production without an account of the operator nobody is offered a transfer', async () => {
  await using live = await startTestApp({ NODE_ENV: 'production', CAPTCHA_FIXED: '', SITE: '' })
  const { admin } = await live.company(1)
  expect((await admin.get('/orders')).data.payment_types).toEqual([])
  expect(await buy(admin, 1, 'transfer')).toMatchObject({ status: 422 })
})
