import { payableApi } from '@pianzhang/contract/api/features'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import type { Bucket, Payable } from '@pianzhang/contract/payables'
import { call, readAny } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { listOf } from '../../platform/ledger/records.ts'
import { itemsOf } from '../../platform/ledger/selects.ts'
import { preference } from '../../platform/session/preferences.ts'
import { type PayableSearch, payableSearch } from './search.ts'

/** Preference: buckets that are folded in the order by due day. */
export const FOLDED = 'payables.folded'
/** What is far away is folded until a person opens it. */
export const FAR: Bucket[] = ['month', 'later', 'waiting']

export const payables = listOf(payableApi, {
  key: 'payables',
  list: {
    ...payableSearch,
    listParams: (search: PayableSearch, size: number) => ({
      ...payableSearch.listParams(search, size),
      ...(search.order ? { order: search.order } : { folded: preference<Bucket[]>(FOLDED, FAR) }),
    }),
    exportParams: (search: PayableSearch) => ({
      ...payableSearch.exportParams(search),
      ...(search.order && { order: search.order }),
    }),
  },
  shows: [
    ...(['payable', 'contract', 'cost_execution', 'investment_execution', 'imprest', 'payee'] as const),
    'payment_request',
  ],
})
export const { load } = payables

/** Returns a function that reads any page for paper, the rows of folded buckets too. */
export const readAll = (search: PayableSearch) => (page: number, signal: AbortSignal) => {
  const params = payableSearch.listParams({ ...search, page, per_page: MAX_PAGE_SIZE }, MAX_PAGE_SIZE)
  return readAny(payableApi.list, { query: { ...params, order: search.order }, signal })
}

/** Payments that pay these instalments, for the editor. */
export const readDrafts = (rows: readonly Payable[]) =>
  itemsOf(payableApi.draft, { query: { codes: rows.map(({ code }) => code) } })

export const pay = (body: BodyOf<typeof payableApi.pay>, idempotencyKey: string) =>
  call(payableApi.pay, { body, idempotencyKey, timeout: 30_000, handled })

/** After a write of a payment: reloads what shows it. */
export const paid = (): Promise<void> => resourceChanged('cost_execution')
