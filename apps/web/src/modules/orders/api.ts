import { orderApi } from '@pianzhang/contract/api/base'
import { FAILURES } from '@pianzhang/contract/errors'
import { ORDER_PAGE_SIZE, type Order } from '@pianzhang/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../platform/api/api.ts'
import type { BodyOf, CallOptions } from '../../platform/api/endpoint.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listQuery } from '../../platform/ledger/list.ts'
import { queryClient } from '../../platform/query.ts'
import { type OrderSearch, orderSearch } from './search.ts'

const KEY = 'orders'
shows([KEY], 'order')

const pageQuery = (search: { status?: string | undefined; keywords?: string | undefined; page: number }) => {
  const query = { ...search, per_page: ORDER_PAGE_SIZE }
  return listQuery(KEY, query, (options) => read(orderApi.list, { query, ...options }))
}

/** Always 25 to a page, whatever the address says. */
export const orderListQuery = (search: OrderSearch) =>
  pageQuery({ status: search.status, keywords: search.keywords, page: search.page ?? 1 })

export function load(raw: object): void {
  void queryClient.prefetchQuery(orderListQuery(orderSearch.parse(raw)))
}

/** Changes of company-wide records are not pushed to pages: an order that a colleague paid disappears after this time at the latest. */
const COLLEAGUES_MS = 30_000

/** What can be bought now, and the orders not yet paid. */
export const offerQuery = queryOptions({
  ...pageQuery({ status: '0', page: 1 }),
  refetchInterval: COLLEAGUES_MS,
})

/** Reading a pending order this often renews a payment address that would expire while the dialog is open. */
const RENEW_MS = 60_000

/** One order as it is now; `known`: shown until then. A failure is not reported, as the dialog goes on showing what is known. */
export const orderQuery = (known: Order) =>
  queryOptions({
    queryKey: [KEY, 'one', known.code],
    queryFn: ({ signal }) => readOrder(known.code, { signal }),
    placeholderData: known,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? RENEW_MS : false),
  })

export const readOrder = (code: string, options: CallOptions): Promise<Order> =>
  read(orderApi.show, { params: { code }, ...options, handled: true })

/** Whether the order is paid; for online payments the server asks the provider. */
export const checkOrder = async (code: string, options: CallOptions): Promise<boolean> =>
  (await read(orderApi.check, { params: { code }, ...options, handled: true })).result

/** Errors of fields are shown by the form and not as a toast. */
export const createOrder = (body: BodyOf<typeof orderApi.create>, idempotencyKey: string) =>
  call(orderApi.create, { body, idempotencyKey, handled: [FAILURES.invalid.code] })

/** The server refuses if the order was paid or cancelled meanwhile. The shown orders are outdated then, so a failure reloads them. */
export const cancelOrder = (code: string) =>
  underKey(`cancel ${code}`, (idempotencyKey) =>
    call(orderApi.cancel, { params: { code }, idempotencyKey }),
  ).catch((error: unknown) => {
    void ordersChanged()
    throw error
  })

export const ordersChanged = (): Promise<void> => resourceChanged('order')

/** After a payment: reloads the orders, and the projects with their raised quota. */
export const quotaRaised = (): Promise<unknown> =>
  Promise.allSettled([ordersChanged(), resourceChanged('project')])
