import { expect, test } from 'vitest'
import { alipayProvider } from '../../../src/platform/payments/alipay.ts'
import { STAYS } from '../../../src/platform/payments/ask.ts'
import { loadAlipayKeys } from '../../../src/platform/payments/keys.ts'
import { ForgedNotification, PaymentUnavailable } from '../../../src/platform/payments/provider.ts'
import { alipayStandIn, type Twist } from './alipay.ts'
import { AMOUNT, newOrder, openTested, testsOfBoth } from './provider.ts'
import { newKeys, pemOf } from './stand-in.ts'

const stranger = newKeys()
const alipay = await alipayStandIn()
const tested = await openTested(alipay, async ({ alipay: config }, common) => {
  if (!config) throw new Error('not configured')
  return await alipayProvider({ config, keys: await loadAlipayKeys(config), ...common })
})
const { provider, start, files, registered } = tested
const read = (body: string) => provider.readNotification({ headers: {}, rawBody: Buffer.from(body) })

testsOfBoth(alipay, tested, {
  faults: [
    ['down', /^(?!.*(biz_content|sign=|PRIVATE)).*status 502$/],
    ['wrong-signature', /the signature of the answer is wrong/],
    ['unsigned', /unsigned/],
    ['endless', /too large/],
    ['redirect', /^alipay\.trade\.query: /],
  ],
  notified: async (orderCode) => await read(alipay.notification(orderCode)),
})

test('registers a payment, and again the same; Alipay accepts the signature and the time in any time zone', async () => {
  const orderCode = newOrder()
  const payment = {
    orderCode,
    amount: AMOUNT,
    subject: '项目购买 11 个',
    notifyUrl: 'https://pianzhang.example.com/notify',
  }
  const before = process.env.TZ
  try {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Shanghai']) {
      process.env.TZ = zone
      const { qrcodeUrl, validUntil } = await provider.create(payment, STAYS)
      expect(qrcodeUrl).toMatch(/^https:\/\/qr\.alipay\.com\//)
      const minutes = (Number(validUntil) - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(100)
      expect(minutes).toBeLessThan(120)
    }
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
  expect(alipay.trades.get(orderCode)).toMatchObject({
    amount: '19000.50',
    notifyUrl: 'https://pianzhang.example.com/notify',
  })
  const other = provider.create({ ...payment, amount: AMOUNT + 1n }, STAYS)
  await expect(other).rejects.toThrow(/ACQ\.CONTEXT_INCONSISTENT/)
})

test('one that was never scanned is closed as one that was; a scanned one is not paid', async () => {
  const never = await registered()
  expect(await provider.close(never, STAYS)).toBeNull()
  const scanned = await registered()
  alipay.scan(scanned)
  expect(await provider.find(scanned, STAYS)).toBeNull()
  expect(await provider.close(scanned, STAYS)).toBeNull()
  for (const code of [never, scanned]) expect(alipay.trades.of(code).state).toBe('closed')
})

test('a signed answer of another place in the text is not taken for the answer', async () => {
  const paid = await registered()
  alipay.pay(paid)
  const unpaid = await registered()
  // Alipay's own answer about the paid order, wrapped so that a JSON parser finds another one.
  const forged = (genuine: string, sign: string) => {
    const other = genuine.replaceAll(paid, unpaid)
    return `{"x":{"alipay_trade_query_response":${genuine},"sign":"${sign}"},"alipay_trade_query_response":${other},"si\\u0067n":"${sign}"}`
  }
  alipay.rewrite = (answer) => {
    const [, genuine = '', sign = ''] =
      answer.match(/^\{"alipay_trade_query_response":(.*),"sign":"(.*)"\}$/) ?? []
    return forged(genuine, sign)
  }
  try {
    // The stand-in is asked about the paid order, and the provider about the other.
    alipay.alias.set(unpaid, paid)
    await expect(provider.find(unpaid, STAYS)).rejects.toThrow(PaymentUnavailable)
  } finally {
    alipay.rewrite = null
    alipay.alias.clear()
  }
})

test('what another merchant signs is refused', async () => {
  const other = await files.write('other.pem', pemOf(stranger.privateKey))
  const imposter = await start(20_000, { ALIPAY_PRIVATE_KEY_FILE: other })
  await expect(imposter.find(newOrder(), STAYS)).rejects.toThrow(/isv\.invalid-signature/)
  const app = await start(20_000, { ALIPAY_APP_ID: '2021000122671081' })
  await expect(app.find(newOrder(), STAYS)).rejects.toThrow(/isv\.invalid-app-id/)
})

test('nothing listens: no key, no signature and no order in the message', async () => {
  const lonely = await start(20_000, { ALIPAY_GATEWAY: 'http://127.0.0.1:1/gateway.do' })
  await expect(lonely.find(newOrder(), STAYS)).rejects.toThrow(/^alipay\.trade\.query: TypeError/)
})

const FORGED: [string, Twist][] = [
  ['signed by somebody else', { keys: stranger }],
  ['of another amount than was signed', { after: { total_amount: '0.01' } }],
  ['of another order than was signed', { after: { out_trade_no: 'ffffffffffffffffffffffff' } }],
  ['without signature', { after: { sign: undefined } }],
  ['with an empty signature', { after: { sign: '' } }],
  ['signed with SHA-1', { digest: 'sha1', fields: { sign_type: 'RSA' } }],
  ['signed with SHA-1, called RSA2', { digest: 'sha1' }],
  ['of an unknown kind of signature', { after: { sign_type: 'constructor' } }],
  ['for another app', { fields: { app_id: '2021000122671081' } }],
  ['for another seller', { fields: { seller_id: '2088102146225136' } }],
  ['without seller', { fields: { seller_id: undefined } }],
  ['without amount', { fields: { total_amount: undefined } }],
  ['of an amount that is none', { fields: { total_amount: '1e3' } }],
  ['without number', { fields: { trade_no: '' } }],
  ['of a malformed time', { fields: { gmt_payment: 'yesterday' } }],
]

test.each(FORGED)('a notification %s is refused', async (_, twist) => {
  const orderCode = await registered()
  alipay.pay(orderCode)
  await expect(read(alipay.notification(orderCode, twist))).rejects.toThrow(ForgedNotification)
})

test('a field cannot be hidden in the name or the value of another, with the signed text as it was', async () => {
  const orderCode = await registered()
  alipay.pay(orderCode)
  const refunded = alipay.notification(orderCode, { fields: { refund_fee: '100.00' } })
  expect(await read(refunded)).toBeNull()
  const hiding = (name: (before: string) => string, value: (before: string) => string) => {
    const fields = new URLSearchParams(refunded)
    const before = fields.get('receipt_amount') ?? ''
    fields.delete('receipt_amount')
    fields.delete('refund_fee')
    fields.set(name(before), value(before))
    return fields.toString()
  }
  const within = 'receipt_amount'
  const inValue = hiding(
    () => within,
    (before) => `${before}&refund_fee=100.00`,
  )
  const inName = hiding(
    (before) => `${within}=${before}&refund_fee`,
    () => '100.00',
  )
  for (const body of [inValue, inName, `${alipay.notification(orderCode)}&total_amount=0.01`])
    await expect(read(body)).rejects.toThrow(ForgedNotification)
})

test.each([
  '',
  '%',
  'a=%ff%fe',
  '\0',
  '{"a":1}',
  '='.repeat(1000),
  `${'a=1&'.repeat(10_000)}`,
  '__proto__=1&sign=1',
])('garbage is refused: %#', async (body) => {
  await expect(read(body)).rejects.toThrow(ForgedNotification)
})

test('closed, waiting and refunded trades are authentic and no payment; a finished one is', async () => {
  const orderCode = await registered()
  alipay.pay(orderCode)
  const of = async (fields: Record<string, string>) => await read(alipay.notification(orderCode, { fields }))
  expect(await of({ trade_status: 'TRADE_CLOSED' })).toBeNull()
  expect(await of({ trade_status: 'WAIT_BUYER_PAY' })).toBeNull()
  expect(await of({ refund_fee: '100.00', gmt_refund: '2026-11-23 10:00:00' })).toBeNull()
  expect(await of({ refund_fee: '0.00', gmt_close: '2026-11-23 10:00:00' })).toMatchObject({ amount: AMOUNT })
  expect(await of({ trade_status: 'TRADE_FINISHED' })).toMatchObject({ amount: AMOUNT })
  // Alipay writes amounts without trailing zeros as well.
  expect(await of({ total_amount: '20' })).toMatchObject({ amount: 2000n })
})
