import type { OnlinePaymentMethod } from '@pianzhang/contract/orders'
import type { PaymentProvider, Received } from '../../../src/platform/payments/provider.ts'
import type { Answer, Caller, TestApp } from '../../harness/harness.ts'

export const buy = (who: Caller, project_quantity: unknown, payment_type = 'alipay', more = {}) =>
  who.post('/orders', { project_quantity, payment_type, ...more })

export async function bought(who: Caller, project_quantity: number, payment_type = 'alipay') {
  const { data, code, msg } = await buy(who, project_quantity, payment_type)
  if (code !== 0) throw new Error(`order: ${msg}`)
  return data
}

/** Opens an address of the cashier, or posts its form, as a phone does: without a login. */
export async function cashier(app: TestApp, url: string, method: 'GET' | 'POST' = 'GET') {
  const { pathname, search } = new URL(url)
  const response = await app.http.inject({
    method,
    url: pathname + search,
    ...(method === 'POST' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}

export const quotaOf = async (who: Caller): Promise<number> => (await who.get('/projects')).data.total_count

export const statusOf = async (who: Caller, code: string): Promise<string> =>
  (await who.get(`/orders/${code}`)).data.status

/** Every payment that was received, in the order of their arrival. */
export const received = (app: TestApp) =>
  app.services.db
    .selectFrom('order_payments')
    .select(['provider', 'transaction_id', 'order_code', 'amount', 'unapplied_reason'])
    .orderBy('id')
    .execute()

/** A payment of an order as a provider would tell it. */
export const paymentOf = (order: Answer['data'], fields: Partial<Received> = {}): Received => ({
  orderCode: order.code,
  amount: BigInt(order.amount_yuan.replace('.', '')),
  transactionId: `T-${order.code}`,
  paidAt: new Date(),
  ...fields,
})

/** A provider of real money whose answers a test decides; `calls` counts. */
export interface FakeProvider extends PaymentProvider {
  calls: string[]
  answers: {
    create: () => Promise<unknown> | unknown
    find: () => Promise<Received | null> | Received | null
    close: () => Promise<Received | null> | Received | null
  }
  validForMs: number | null
}

export function fakeProvider(app: TestApp, type: OnlinePaymentMethod): FakeProvider {
  const { clock } = app.services
  const fake: FakeProvider = {
    isSandbox: false,
    calls: [],
    answers: { create: () => undefined, find: () => null, close: () => null },
    validForMs: null,
    create: async ({ orderCode, amount, subject, notifyUrl }) => {
      fake.calls.push(`create ${amount} ${subject} ${notifyUrl}`)
      await fake.answers.create()
      return {
        qrcodeUrl: `https://pay.example/${type}/${orderCode}/${fake.calls.length}`,
        validUntil: fake.validForMs === null ? null : new Date(clock().getTime() + fake.validForMs),
      }
    },
    find: async () => {
      fake.calls.push('find')
      return await fake.answers.find()
    },
    close: async () => {
      fake.calls.push('close')
      return await fake.answers.close()
    },
    readNotification: async () => null,
    acknowledge: () => ({ status: 200, contentType: 'text/plain', body: 'success' }),
    refuse: () => ({ status: 400, contentType: 'text/plain', body: 'fail' }),
  }
  return fake
}
