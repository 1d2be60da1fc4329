import type { paymentApi } from '@pianzhang/contract/api/books'
import type { Payment } from '@pianzhang/contract/payments'
import type { BodyOf, CallOptions } from '../../../platform/api/endpoint.ts'
import { queryClient } from '../../../platform/query.ts'
import { paymentFormQuery, paymentQuery, payments } from '../api.ts'

export type PaymentBody = BodyOf<typeof paymentApi.create>

/** What the editor loads and saves: payments, or requests of payments, which have the same fields. */
export interface Records {
  /** Whether stored lines are part of the figures of contracts, subjects and invoices. */
  booked: boolean
  /** 付款 */
  noun: string
  /** Of the drawer, after 新增 or 编辑. */
  title: string
  form: typeof paymentFormQuery
  latest: (code: string) => Promise<Payment>
  create: (body: PaymentBody, key: string, options: CallOptions) => Promise<{ msg: string }>
  update: (code: string, body: PaymentBody, key: string, options: CallOptions) => Promise<{ msg: string }>
  /** After a write: reloads what shows it. */
  changed: () => Promise<void>
}

export const PAYMENTS: Records = {
  booked: true,
  noun: '付款',
  title: '付款明细',
  form: paymentFormQuery,
  latest: (code) => queryClient.fetchQuery(paymentQuery(code)),
  create: payments.create,
  update: payments.update,
  changed: payments.changed,
}
