import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { alipayStandIn } from '../../platform/payments/alipay.ts'
import {
  type Answered,
  type KeyFiles,
  keyFiles,
  newKeys,
  type Service,
} from '../../platform/payments/stand-in.ts'
import { wechatPayStandIn } from '../../platform/payments/wechat-pay.ts'
import { bought, buy, quotaOf, received, statusOf } from './helpers.ts'

// Buying through stand-ins of both providers over HTTP: they verify what we send, sign what they answer and notify us.

const alipay = await alipayStandIn()
const wechat = await wechatPayStandIn()
const stranger = newKeys()

/** What the tests below do, in the form of each provider. */
interface Cashier {
  type: 'alipay' | 'wechat_pay'
  label: string
  service: Service & Pick<typeof alipay, 'trades' | 'pay'>
  success: Answered
  contentType: string
  notify(code: string): Promise<Answered>
  /** A genuine notification that names another order, in its own form. */
  notifyOf(code: string, other: string): Promise<Answered>
  forge(code: string): Promise<Answered>
  /** Sends one and the same notification this many times at once. */
  repeat(code: string, times: number): Promise<Answered[]>
  /** What is paid at the provider, in fen. */
  setAmount(code: string, fen: bigint): void
}

const times = <T>(count: number, one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one))
const tradeOf = (service: Cashier['service'], code: string) => {
  const trade = service.trades.get(code)
  if (!trade) throw new Error(`no trade ${code}`)
  return trade
}
const CASHIERS: Cashier[] = [
  {
    type: 'alipay',
    label: '支付宝',
    service: alipay,
    success: { status: 200, body: 'success' },
    contentType: 'application/x-www-form-urlencoded',
    notify: (code) => alipay.notify(code),
    notifyOf: (code, other) => alipay.notify(code, { fields: { out_trade_no: other } }),
    forge: (code) => alipay.notify(code, { keys: stranger }),
    repeat: (code, count) => {
      const body = alipay.notification(code)
      return times(count, () => alipay.send(code, body))
    },
    setAmount: (code, fen) => {
      tradeOf(alipay, code).amount = `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`
    },
  },
  {
    type: 'wechat_pay',
    label: '微信支付',
    service: wechat,
    success: { status: 200, body: '{"code":"SUCCESS","message":"成功"}' },
    contentType: 'application/json',
    notify: (code) => wechat.notify(code),
    notifyOf: (code, other) => wechat.notify(code, { transaction: { out_trade_no: other } }),
    forge: (code) => wechat.notify(code, { keys: stranger }),
    repeat: (code, count) => {
      const notification = wechat.notification(code)
      return times(count, () => wechat.send(code, notification))
    },
    setAmount: (code, fen) => {
      tradeOf(wechat, code).amount = String(fen)
    },
  },
]

let files: KeyFiles
let app: TestApp
let admin: Caller
let address: string

beforeAll(async () => {
  files = await keyFiles()
  app = await startTestApp({
    ...(await alipay.env(files)),
    ...(await wechat.env(files)),
    PUBLIC_URL: 'https://pianzhang.example.com',
  })
  address = await app.listen()
  for (const service of [alipay, wechat]) Object.assign(service, { reach: address, now: app.services.clock })
})
afterAll(async () => {
  await app.close()
  await Promise.all([alipay.close(), wechat.close(), files[Symbol.asyncDispose]()])
})
const warn = vi.spyOn(console, 'warn')
const error = vi.spyOn(console, 'error')
beforeEach(async () => {
  for (const spy of [warn, error]) spy.mockReset().mockImplementation(() => undefined)
  admin = (await app.company()).admin
})
afterEach(() => {
  alipay.fault = null
  wechat.fault = null
})
afterAll(() => vi.restoreAllMocks())

/** Why each payment of this order is unapplied; null: it paid the order. */
const reasons = async (code: string) =>
  (await received(app))
    .filter((payment) => payment.order_code === code)
    .map((payment) => payment.unapplied_reason)

describe.each(CASHIERS)('$type', (cashier) => {
  const { type, label, service, success } = cashier

  test('buys: the code is shown, the payment notified, the order paid and the quota raised once, however often it is told', async () => {
    const before = await quotaOf(admin)
    const order = await bought(admin, 3, type)
    expect(order).toMatchObject({ status: 'pending', sandbox: false, amount_yuan: '3000.00' })
    expect(order.qrcode_url).toMatch(type === 'alipay' ? /^https:\/\/qr\.alipay\.com\// : /^weixin:\/\//)
    expect(tradeOf(service, order.code)).toMatchObject({
      amount: type === 'alipay' ? '3000.00' : '300000',
      notifyUrl: `https://pianzhang.example.com/api/common/payments/${type}/notify`,
    })
    service.pay(order.code)
    expect(await cashier.repeat(order.code, 10)).toEqual(Array(10).fill(success))
    expect(await cashier.notify(order.code)).toEqual(success)
    expect((await admin.get(`/orders/${order.code}/check`)).data).toEqual({ result: true })
    const paid = (await admin.get(`/orders/${order.code}`)).data
    expect(paid).toMatchObject({ status: 'paid', qrcode_url: null })
    expect(await quotaOf(admin)).toBe(before + 3)
    expect(await reasons(order.code)).toEqual([null])
    expect(warn).not.toHaveBeenCalled()
  })

  test('a lost notification is found by asking; when it arrives late, it changes nothing', async () => {
    const before = await quotaOf(admin)
    const { code } = await bought(admin, 1, type)
    expect((await admin.get(`/orders/${code}/check`)).data).toEqual({ result: false })
    service.pay(code)
    app.advance(10_000)
    expect((await admin.get(`/orders/${code}/check`)).data).toEqual({ result: true })
    expect(await quotaOf(admin)).toBe(before + 1)
    expect(await cashier.notify(code)).toEqual(success)
    expect(await quotaOf(admin)).toBe(before + 1)
    expect(await reasons(code)).toEqual([null])
  })

  test('a payment of another amount, or of no order, is acknowledged, kept, and changes nothing', async () => {
    const before = await quotaOf(admin)
    const { code } = await bought(admin, 1, type)
    cashier.setAmount(code, 1n)
    service.pay(code)
    expect(await cashier.notify(code)).toEqual(success)
    app.advance(10_000)
    expect((await admin.get(`/orders/${code}/check`)).data).toEqual({ result: false })
    expect(await statusOf(admin, code)).toBe('pending')
    expect(await reasons(code)).toEqual(['amount'])
    const other = await bought(admin, 1, type)
    service.pay(other.code)
    const nobody = `ffffffffffffffff${other.code.slice(-8)}`
    expect(await cashier.notifyOf(other.code, nobody)).toEqual(success)
    expect(await cashier.notifyOf(other.code, nobody)).toEqual(success)
    expect(await reasons(nobody)).toEqual(['unknown'])
    expect(await quotaOf(admin)).toBe(before)
  })

  test('cancelling closes the payment; one that arrives all the same is acknowledged, kept, and changes nothing', async () => {
    const before = await quotaOf(admin)
    const { code } = await bought(admin, 1, type)
    expect((await admin.put(`/orders/${code}/cancel`)).data.status).toBe('cancelled')
    expect(() => service.pay(code)).toThrow('已关闭')
    Object.assign(tradeOf(service, code), { state: 'paid', paidAt: new Date() })
    expect(await cashier.repeat(code, 3)).toEqual([success, success, success])
    expect(await statusOf(admin, code)).toBe('cancelled')
    expect(await reasons(code)).toEqual(['cancelled'])
    expect(await quotaOf(admin)).toBe(before)
  })

  test('paid while it is being cancelled: it is paid, once, and the cancelling refused', async () => {
    const before = await quotaOf(admin)
    const { code } = await bought(admin, 2, type)
    service.pay(code)
    const [cancelled, notified] = await Promise.all([
      admin.put(`/orders/${code}/cancel`),
      cashier.notify(code),
    ])
    expect(cancelled).toMatchObject({ status: 422, msg: '订单已付款，不能取消' })
    expect(notified).toEqual(success)
    expect(await statusOf(admin, code)).toBe('paid')
    expect(await reasons(code)).toEqual([null])
    expect(await quotaOf(admin)).toBe(before + 2)
  })

  test('forged ones are refused, change nothing, and fill no log', async () => {
    const { code } = await bought(admin, 1, type)
    service.pay(code)
    app.advance(61_000)
    for (let count = 0; count < 20; count += 1) {
      const { status, body } = await cashier.forge(code)
      expect(status).toBe(400)
      expect(body).toBe(type === 'alipay' ? 'fail' : '{"code":"FAIL","message":"失败"}')
    }
    expect(await reasons(code)).toEqual([])
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`a notification of ${type} was refused: `)]])
    app.advance(61_000)
    await cashier.forge(code)
    expect(warn.mock.calls[1]?.[0]).toContain('19 more refused since the last line')
  })

  test('garbage is answered below 500', async () => {
    const url = `/api/common/payments/${type}/notify`
    const send = async (payload: string | Buffer, contentType?: string) => {
      const headers = contentType === undefined ? {} : { 'content-type': contentType }
      return (await app.http.inject({ method: 'POST', url, payload, headers })).statusCode
    }
    expect(await send('x'.repeat(70_000), cashier.contentType)).toBe(413)
    expect(await send('<xml/>', 'text/xml')).toBe(415)
    expect(await send('a', 'application/☃')).toBe(415)
    for (const payload of [
      '',
      '{',
      '[]',
      '%',
      Buffer.from([0xff, 0, 0xfe]),
      '[['.repeat(20_000),
      '='.repeat(60_000),
    ])
      expect(await send(payload, `${cashier.contentType}; charset=utf-8`)).toBe(400)
    expect(await send('')).toBe(400)
    expect((await app.http.inject({ method: 'GET', url })).statusCode).toBe(405)
    expect(error).not.toHaveBeenCalled()
  })

  test('one that cannot be kept is not acknowledged, and settles the order when it is repeated', async () => {
    const { code } = await bought(admin, 1, type)
    service.pay(code)
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await client.query('alter table order_payments rename to order_payments_gone')
      expect((await cashier.notify(code)).status).toBe(503)
      expect(error).toHaveBeenCalledOnce()
    } finally {
      await client.query('alter table order_payments_gone rename to order_payments')
      await client.end()
    }
    expect(await statusOf(admin, code)).toBe('pending')
    expect(await cashier.notify(code)).toEqual(success)
    expect(await statusOf(admin, code)).toBe('paid')
  })

  test('a provider that is down, answers for another, or leaves its answer unsigned: 503, nothing ordered, nothing cancelled', async () => {
    const { code } = await bought(admin, 1, type)
    for (const fault of ['down', 'wrong-signature', 'unsigned'] as const) {
      service.fault = fault
      const refused = await buy(admin, 1, type)
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
      expect(refused.msg).toContain(`${label}暂时`)
      expect((await admin.put(`/orders/${code}/cancel`)).status).toBe(503)
    }
    service.fault = null
    expect((await admin.get('/orders')).data.listTotal).toBe(1)
    expect(await statusOf(admin, code)).toBe('pending')
    const logged = JSON.stringify(warn.mock.calls)
    expect(logged).toContain(type === 'alipay' ? 'alipay.trade.precreate: ' : 'transactions/native: ')
    expect(logged).not.toMatch(/PRIVATE KEY|Authorization|signature=|biz_content/)
  })

  test('who leaves ends the request to the provider', async () => {
    service.fault = 'silent'
    const leaving = new AbortController()
    const asked = service.asked.length
    const sent = fetch(`${address}/api/manager/orders`, {
      method: 'POST',
      body: JSON.stringify({ project_quantity: 1, payment_type: type }),
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      signal: leaving.signal,
    })
    await expect.poll(() => service.asked.length).toBe(asked + 1)
    leaving.abort()
    await expect(sent).rejects.toThrow('aborted')
    await service.untilLeft()
  })
})

test('an address that expires is renewed: WeChat Pay gives another, Alipay too', async () => {
  for (const { type } of CASHIERS) {
    const order = await bought(admin, 1, type)
    expect((await admin.get(`/orders/${order.code}`)).data.qrcode_url).toBe(order.qrcode_url)
    app.advance(106 * 60_000)
    const renewed = (await admin.get(`/orders/${order.code}`)).data
    expect(renewed.qrcode_url).toBeTruthy()
    expect(renewed.qrcode_url).not.toBe(order.qrcode_url)
  }
})

test('without keys there is nothing to notify', async () => {
  await using plain = await startTestApp()
  for (const { type, contentType } of CASHIERS) {
    const url = `/api/common/payments/${type}/notify`
    const answer = await plain.http.inject({
      method: 'POST',
      url,
      payload: '',
      headers: { 'content-type': contentType },
    })
    expect(answer.statusCode).toBe(404)
  }
})
