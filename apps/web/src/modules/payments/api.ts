import { paymentApi } from '@pianzhang/contract/api/books'
import type { Payment } from '@pianzhang/contract/payments'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../platform/api/api.ts'
import { inGroups } from '../../platform/api/inGroups.ts'
import { GONE, listIfGone } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { paymentSearch, tabs } from './search.ts'

export const payments = recordsOf(paymentApi, {
  key: 'cost_executions',
  model: 'cost_execution',
  list: paymentSearch,
  // Subjects are not listed: they are never renamed, and used ones cannot be deleted.
  shows: ['cost_execution', 'contract', 'invoice', 'pay_category', 'payee'],
  shown: tabs.showsList,
})
export const { load, charts } = payments
const { key } = payments

const readPayment = (code: string, signal: AbortSignal): Promise<Payment> =>
  read(paymentApi.show, { params: { code }, signal, handled: [GONE] }).catch(listIfGone(key))

/** Reads full payments in this order, a few at a time. `onRead` gets the number read so far. */
export async function readPayments(
  codes: readonly string[],
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<Payment[]> {
  return await inGroups(codes, (code) => read(paymentApi.show, { params: { code }, signal }), onRead)
}

/** One payment, loaded again each time it is shown. */
export const paymentQuery = (code: string) =>
  queryOptions({
    queryKey: [key, 'one', code],
    queryFn: ({ signal }) => readPayment(code, signal),
    staleTime: 0,
  })

/** Initial values of a form: read each time it opens, and not refetched while it is open. */
export const paymentFormQuery = (code: string) =>
  queryOptions({
    queryKey: ['payment_form', code],
    queryFn: ({ signal }) => readPayment(code, signal),
    staleTime: 'static',
    gcTime: 0,
  })
