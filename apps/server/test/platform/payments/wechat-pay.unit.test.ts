import { beforeEach, expect, test } from 'vitest'
import { STAYS } from '../../../src/platform/payments/ask.ts'
import { loadWechatPayKeys } from '../../../src/platform/payments/keys.ts'
import { ForgedNotification, PaymentUnavailable } from '../../../src/platform/payments/provider.ts'
import { wechatPayProvider } from '../../../src/platform/payments/wechat-pay.ts'
import { AMOUNT, newOrder, openTested, testsOfBoth } from './provider.ts'
import { newKeys, pemOf } from './stand-in.ts'
import { type Twist, wechatPayStandIn } from './wechat-pay.ts'

const stranger = newKeys()
const wechat = await wechatPayStandIn()
const tested = await openTested(wechat, async ({ wechatPay: config }, common) => {
  if (!config) throw new Error('not configured')
  return await wechatPayProvider({ config, keys: await loadWechatPayKeys(config), ...common })
})
const { provider, start, files, time, registered } = tested
beforeEach(() => {
  wechat.answers = {}
})

const read = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  provider.readNotification({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    rawBody: Buffer.from(body),
  })

testsOfBoth(wechat, tested, {
  faults: [
    ['down', /status 502$/],
    ['wrong-signature', /EV3_RES_HEADER_SIGNATURE_DIGEST$/],
    ['unsigned', /EV3_RES_HEADERS_INCOMPLATE$/],
    ['endless', /ERR_BAD_RESPONSE$/],
    ['redirect', /status 307$/],
  ],
  notified: async (orderCode) => await read(wechat.notification(orderCode)),
})

test('registers a payment, and again the same with a fresh address; WeChat Pay accepts the signature', async () => {
  const notifyUrl = 'https://pianzhang.example.com/notify'
  const payment = { orderCode: newOrder(), amount: AMOUNT, subject: '项目购买 11 个', notifyUrl }
  const first = await provider.create(payment, STAYS)
  const again = await provider.create(payment, STAYS)
  expect(first.qrcodeUrl).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/)
  expect(again.qrcodeUrl).not.toBe(first.qrcodeUrl)
  const minutes = (Number(again.validUntil) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(100)
  expect(minutes).toBeLessThan(120)
  expect(wechat.trades.get(payment.orderCode)).toMatchObject({ amount: '1900050', notifyUrl })
  const other = provider.create({ ...payment, amount: AMOUNT + 1n }, STAYS)
  await expect(other).rejects.toThrow(/403 OUT_TRADE_NO_USED/)
})

test('one that was refunded is closed', async () => {
  const paid = await registered()
  wechat.pay(paid)
  wechat.answers = { trade_state: 'REFUND' }
  expect(await provider.close(paid, STAYS)).toBeNull()
})

test.each([
  { mchid: '1230000110' },
  { appid: 'wxd678efh567hg6788' },
  { out_trade_no: 'ffffffffffffffffffffffff' },
  { amount: { total: 1_900_050, currency: 'USD' } },
  { amount: undefined },
  { trade_state: undefined },
])('an answer about something else is none: %j', async (fields) => {
  const orderCode = await registered()
  wechat.pay(orderCode)
  wechat.answers = fields
  await expect(provider.find(orderCode, STAYS)).rejects.toThrow(PaymentUnavailable)
})

test('what another merchant signs is refused', async () => {
  const other = await files.write('other.pem', pemOf(stranger.privateKey))
  const imposter = await start(20_000, { WECHAT_PAY_PRIVATE_KEY_FILE: other })
  await expect(imposter.find(newOrder(), STAYS)).rejects.toThrow(/status 401 SIGN_ERROR/)
  const serial = await start(20_000, { WECHAT_PAY_SERIAL: '6157F09EFDC096DE15EBE81A47057A7232F1B8E1' })
  await expect(serial.close(newOrder(), STAYS)).rejects.toThrow(/status 401 SIGN_ERROR/)
})

test('goes to the provider itself, whatever proxy the environment names; its errors have no signature in them', async () => {
  const before = process.env.HTTP_PROXY
  process.env.HTTP_PROXY = 'http://127.0.0.1:1'
  try {
    await registered()
  } finally {
    if (before === undefined) delete process.env.HTTP_PROXY
    else process.env.HTTP_PROXY = before
  }
  const lonely = await start(20_000, { WECHAT_PAY_GATEWAY: 'http://127.0.0.1:1' })
  await expect(lonely.close(newOrder(), STAYS)).rejects.toThrow(
    /^v3\/pay\/transactions\/out-trade-no\/\w+\/close: Error ECONNREFUSED$/,
  )
})

const changed = (from: RegExp, to: string) => (body: string) => body.replace(from, to)
const FORGED: [string, Twist][] = [
  ['signed by somebody else', { keys: stranger }],
  ['signed by somebody else who names a key of their own', { keys: stranger, serial: 'PUB_KEY_ID_0000' }],
  ['with an unknown key', { serial: '7777777777777777777777777777777777777777' }],
  ['signed six minutes ago', { offset: -360 }],
  ['signed in six minutes', { offset: 360 }],
  ['changed after it was signed', { after: changed(/支付成功/, '支付失败') }],
  ['with another cipher after it was signed', { after: changed(/"ciphertext":"..../, '"ciphertext":"AAAA') }],
  ['with a tampered cipher', { cipher: (bytes) => Buffer.concat([Buffer.from([1]), bytes.subarray(1)]) }],
  ['with a tampered tag', { cipher: (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([1])]) }],
  ['with a tag of four bytes', { cipher: (bytes) => bytes.subarray(0, 4) }],
  ['with an empty cipher', { cipher: () => Buffer.alloc(0) }],
  ['encrypted with another key', { apiKey: Buffer.alloc(32, 1) }],
  ['for another merchant', { transaction: { mchid: '1230000110' } }],
  ['for another app', { transaction: { appid: 'wxd678efh567hg6788' } }],
  ['in dollars', { transaction: { amount: { total: 1_900_050, currency: 'USD' } } }],
  ['of half a fen', { transaction: { amount: { total: 0.5, currency: 'CNY' } } }],
  ['of a negative amount', { transaction: { amount: { total: -1, currency: 'CNY' } } }],
  ['without amount', { transaction: { amount: undefined } }],
  ['without number', { transaction: { transaction_id: undefined } }],
  ['of another form', { envelope: { resource: undefined } }],
  [
    'of another cipher',
    { envelope: { resource: { algorithm: 'none', ciphertext: 'e30=', nonce: '012345678901' } } },
  ],
  ['without signature', { headers: { 'Wechatpay-Signature': '' } }],
  ['without time', { headers: { 'Wechatpay-Timestamp': '' } }],
  ['with a time that is none', { headers: { 'Wechatpay-Timestamp': '1e9' } }],
  ["with WeChat Pay's test of this check", { headers: { 'Wechatpay-Signature': 'WECHATPAY/SIGNTEST/abcd' } }],
]

test.each(FORGED)('a notification %s is refused', async (_, twist) => {
  const orderCode = await registered()
  wechat.pay(orderCode)
  await expect(read(wechat.notification(orderCode, twist))).rejects.toThrow(ForgedNotification)
})

test('one that arrives late is refused, the same within five minutes is read', async () => {
  const orderCode = await registered()
  wechat.pay(orderCode)
  const notification = wechat.notification(orderCode)
  time.ahead = 290_000
  expect(await read(notification)).toMatchObject({ orderCode })
  time.ahead = 310_000
  await expect(read(notification)).rejects.toThrow(ForgedNotification)
  time.ahead = -310_000
  await expect(read(notification)).rejects.toThrow(ForgedNotification)
})

test.each(['', '\0', '[]', 'null', '{"resource":', '[['.repeat(5000)])(
  'garbage is refused: %#',
  async (body) => {
    await expect(read({ body, headers: {} })).rejects.toThrow(ForgedNotification)
    const { headers } = wechat.notification(await registered())
    await expect(read({ body, headers })).rejects.toThrow(ForgedNotification)
  },
)

test('a refund and an order that is not paid are authentic and no payment', async () => {
  const orderCode = await registered()
  wechat.pay(orderCode)
  const of = async (twist: Twist) => await read(wechat.notification(orderCode, twist))
  expect(await of({ envelope: { event_type: 'REFUND.SUCCESS' } })).toBeNull()
  expect(await of({ transaction: { trade_state: 'REFUND' } })).toBeNull()
  expect(await of({ transaction: { trade_state: 'CLOSED', transaction_id: undefined } })).toBeNull()
})
