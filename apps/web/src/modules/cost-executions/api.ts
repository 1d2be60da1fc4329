import type { Payment, PaymentList } from '@pianzhang/contract/cost-executions'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, type CallOptions } from '../../platform/api/api.ts'
import { inGroups } from '../../platform/api/inGroups.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { GONE, listIfGone, listLoader, listQuery } from '../../platform/ledger/list.ts'
import { removalCalls } from '../../platform/ledger/removalCalls.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import { exportParams, listParams, type PaymentSearch, paymentSearch, tabs } from './search.ts'

const BASE = '/api/manager/cost_executions'
const KEY = 'cost_executions'
// Subjects are not listed: they are never renamed, and used ones cannot be deleted.
shows([KEY], 'cost_execution', 'contract', 'invoice', 'pay_category')

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

const listPayments = async (
  search: PaymentSearch,
  size: number,
  options: CallOptions,
): Promise<PaymentList> => (await api.get<PaymentList>(BASE, listParams(search, size), options)).data

export const paymentListQuery = (search: PaymentSearch, size: number) =>
  listQuery(KEY, listParams(search, size), (options) => listPayments(search, size, options))

const readPayment = async (code: string, signal: AbortSignal): Promise<Payment> =>
  (await api.get<Payment>(at(code), undefined, { signal, handled: [GONE] }).catch(listIfGone(KEY))).data

/** Preloads the list only on its tab; the charts load their own data. */
export const load = listLoader(paymentSearch, paymentListQuery, (search) => tabs.known(search) === 'second')

/** Reads full payments in this order, a few at a time. `onRead` gets the number read so far. */
export async function readPayments(
  codes: readonly string[],
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<Payment[]> {
  const read = async (code: string) => (await api.get<Payment>(at(code), undefined, { signal })).data
  return await inGroups(codes, read, onRead)
}

/** Always as it is now. */
export const paymentQuery = (code: string) =>
  queryOptions({
    queryKey: [KEY, 'one', code],
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

/** Statuses that the form shows itself: a deleted payment (404), a conflict with a colleague's save (409), invalid fields (422). */
const handled = [GONE, 409, 422]

export const createPayment = (body: object, idempotencyKey: string): Promise<Answer<Payment>> =>
  api.post<Payment>(BASE, body, { idempotencyKey, handled, timeout: 30_000 })
export const updatePayment = (code: string, body: object, idempotencyKey: string): Promise<Answer<Payment>> =>
  api.put<Payment>(at(code), body, { idempotencyKey, handled, timeout: 30_000 })

export const removal = removalCalls(BASE, KEY)
export const sheets = sheetCalls(BASE)
export const charts = chartCalls(BASE, KEY)
export const exportPayments = (search: PaymentSearch) => sheets.exported(exportParams(search))

/** Reloads the lists and everything else that a write may have changed. */
export const paymentsChanged = (): Promise<void> => resourceChanged('cost_execution')
