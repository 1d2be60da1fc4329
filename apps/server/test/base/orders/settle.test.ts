import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { grantQuota, setStopped } from '../../../src/base/companies/service.ts'
import { settlePayment } from '../../../src/base/orders/settle.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { setProvider } from '../../../src/platform/payments/choose.ts'
import type { Received } from '../../../src/platform/payments/provider.ts'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { overlap } from '../../harness/overlap.ts'
import { bought, type FakeProvider, fakeProvider, paymentOf, quotaOf, received, statusOf } from './helpers.ts'

let app: TestApp
let provider: FakeProvider
let companyId: bigint
let admin: Caller
const warned = vi.fn()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(warned)
  warned.mockClear()
  provider = fakeProvider(app, 'alipay')
  setProvider(app.services.config, 'alipay', provider)
  await app.services.db.deleteFrom('order_payments').execute()
  const company = await app.company(1)
  companyId = company.id
  admin = company.admin
})
afterEach(() => vi.restoreAllMocks())

/** What the notification of a provider does, once it is verified. */
const notify = (payment: Received, source: 'alipay' | 'wechat_pay' | 'sandbox' = 'alipay') =>
  inTransaction(app.services.db, (tx) => settlePayment(tx, app.services, source, payment))

const reasons = async () => (await received(app)).map(({ unapplied_reason }) => unapplied_reason)

test('a payment pays its order and raises the quota once, however often it is told', async () => {
  const order = await bought(admin, 3)
  const payment = paymentOf(order, { paidAt: new Date('2026-01-02T03:04:05Z') })
  expect(await notify(payment)).toEqual({ isNew: true, unapplied: null })
  const paid = (await admin.get(`/orders/${order.code}`)).data
  expect(paid).toMatchObject({ status: 'paid', paid_at: '2026-01-02T11:04:05.000+08:00', qrcode_url: null })
  expect(await notify(payment)).toEqual({ isNew: false, unapplied: null })
  expect(await admin.get(`/orders/${order.code}/check`)).toMatchObject({ data: { result: true } })
  expect(await quotaOf(admin)).toBe(4)
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select(['user_name', 'after'])
    .where('company_id', '=', companyId)
    .where('action', '=', 'update')
    .execute()
  expect(log).toMatchObject([{ user_name: '支付宝', after: { status: 'paid', total_count: 4 } }])
  expect(warned).not.toHaveBeenCalled()
})

test('twenty notifications at once: of one payment they are one, of twenty one pays and the others are kept', async () => {
  const [first, second] = [await bought(admin, 2), await bought(admin, 3)]
  const same = await Promise.all(Array.from({ length: 20 }, () => notify(paymentOf(first))))
  expect(same.filter(({ isNew }) => isNew)).toEqual([{ isNew: true, unapplied: null }])
  expect(await quotaOf(admin)).toBe(3)
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, at) => notify(paymentOf(second, { transactionId: `T-${at}` }))),
  )
  expect(others.filter((one) => one.unapplied === null)).toHaveLength(1)
  expect(others.filter((one) => one.isNew && one.unapplied === 'paid')).toHaveLength(19)
  expect(await quotaOf(admin)).toBe(6)
  expect(await received(app)).toHaveLength(21)
  expect(warned).toHaveBeenCalledTimes(19)
})

test.each([
  ['a fen less', -1n],
  ['a fen more', 1n],
])('%s is kept, pays nothing and is told to the operator', async (_, difference) => {
  const order = await bought(admin, 1)
  const payment = paymentOf(order)
  const wrong = { ...payment, amount: payment.amount + difference, transactionId: 'wrong' }
  expect(await notify(wrong)).toEqual({ isNew: true, unapplied: 'amount' })
  expect(await notify(wrong)).toEqual({ isNew: false, unapplied: 'amount' })
  expect(await statusOf(admin, order.code)).toBe('pending')
  expect(await quotaOf(admin)).toBe(1)
  expect(warned).toHaveBeenCalledTimes(1)
  expect(warned.mock.lastCall?.[0]).toContain('金额与订单不符')
  // The right one still pays it.
  expect(await notify(payment)).toEqual({ isNew: true, unapplied: null })
  expect(await quotaOf(admin)).toBe(2)
})

test('a grant of the operator waits for the payment of an order, and both count', async () => {
  const order = await bought(admin, 3)
  const { code } = (await admin.get('/sessions/profile')).data.company
  const total = await overlap(
    app,
    (tx) => settlePayment(tx, app.services, 'alipay', paymentOf(order)),
    () => grantQuota(app.services, code, 2),
  )
  expect([total, await quotaOf(admin)]).toEqual([6, 6])
})

test('a payment for a company that was stopped counts, and its people find it when the company is resumed', async () => {
  const order = await bought(admin, 2)
  const { code } = (await admin.get('/sessions/profile')).data.company
  await setStopped(app.services, code, true)
  expect(await notify(paymentOf(order))).toEqual({ isNew: true, unapplied: null })
  expect(await admin.get(`/orders/${order.code}`)).toMatchObject({ code: 503 })
  await setStopped(app.services, code, false)
  expect([await statusOf(admin, order.code), await quotaOf(admin)]).toEqual(['paid', 3])
})

test('one for no order is kept, and one by another way than the order says', async () => {
  const order = await bought(admin, 1)
  expect(await notify({ ...paymentOf(order), orderCode: 'none' })).toEqual({
    isNew: true,
    unapplied: 'unknown',
  })
  for (const source of ['wechat_pay', 'sandbox'] as const)
    expect(await notify(paymentOf(order), source)).toEqual({ isNew: true, unapplied: 'unknown' })
  expect(await reasons()).toEqual(['unknown', 'unknown', 'unknown'])
  expect(await statusOf(admin, order.code)).toBe('pending')
  expect(await quotaOf(admin)).toBe(1)
})

test('one for a cancelled order is kept, in the log of the company too', async () => {
  const order = await bought(admin, 1)
  await admin.put(`/orders/${order.code}/cancel`)
  expect(provider.calls.slice(1)).toEqual(['close'])
  expect(await notify(paymentOf(order))).toEqual({ isNew: true, unapplied: 'cancelled' })
  expect(await notify(paymentOf(order))).toEqual({ isNew: false, unapplied: 'cancelled' })
  expect(await statusOf(admin, order.code)).toBe('cancelled')
  expect(await quotaOf(admin)).toBe(1)
  expect(warned).toHaveBeenCalledTimes(1)
  const last = await app.services.db
    .selectFrom('audit_logs')
    .select('after')
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(last.after).toEqual({ received_amount: '1800.00', remark: '收到的款项未入账：订单已取消' })
})

/** Runs both until each waits for a lock: `first` holds the order's row and waits for the log, `second` waits for the row. */
async function meeting<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const holder = await hold(app.databaseUrl, 'lock table audit_logs in exclusive mode')
  const one = first()
  await untilWaiting(app.databaseUrl, 1)
  const two = second()
  await untilWaiting(app.databaseUrl, 2)
  await holder.release()
  return [await one, await two]
}

test('paid and cancelled at once: whoever locks the order first decides', async () => {
  const paidFirst = await bought(admin, 2)
  const [settled, refused] = await meeting(
    () => notify(paymentOf(paidFirst)),
    () => admin.put(`/orders/${paidFirst.code}/cancel`),
  )
  expect(settled).toEqual({ isNew: true, unapplied: null })
  expect(refused).toMatchObject({ status: 422, msg: '订单已付款，不能取消' })
  expect(await statusOf(admin, paidFirst.code)).toBe('paid')
  expect(await quotaOf(admin)).toBe(3)

  const cancelledFirst = await bought(admin, 2)
  const [cancelled, late] = await meeting(
    () => admin.put(`/orders/${cancelledFirst.code}/cancel`),
    () => notify(paymentOf(cancelledFirst)),
  )
  expect(cancelled).toMatchObject({ status: 200, data: { status: 'cancelled' } })
  expect(late).toEqual({ isNew: true, unapplied: 'cancelled' })
  expect(await statusOf(admin, cancelledFirst.code)).toBe('cancelled')
  expect(await quotaOf(admin)).toBe(3)
})

test('a payment that the provider finds when it is to be closed counts: the order is paid, not cancelled', async () => {
  const order = await bought(admin, 2)
  provider.answers.close = () => paymentOf(order)
  const cancel = () => admin.put(`/orders/${order.code}/cancel`)
  expect(await cancel()).toMatchObject({ status: 422, msg: '订单已付款，不能取消' })
  expect(await statusOf(admin, order.code)).toBe('paid')
  expect(await notify(paymentOf(order))).toEqual({ isNew: false, unapplied: null })
  expect(await quotaOf(admin)).toBe(3)
  expect(await cancel()).toMatchObject({ status: 422 })
})

test('a notification while the provider closes the payment: the order is paid, not cancelled', async () => {
  const order = await bought(admin, 2)
  provider.answers.close = async () => {
    await notify(paymentOf(order))
    return null
  }
  expect(await admin.put(`/orders/${order.code}/cancel`)).toMatchObject({
    status: 422,
    msg: '订单已付款，不能取消',
  })
  expect(await quotaOf(admin)).toBe(3)
})
