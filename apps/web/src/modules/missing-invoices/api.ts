import { invoiceTitleApi, missingInvoiceApi } from '@pianzhang/contract/api/features'
import {
  type LinkItem,
  MAX_LINKED,
  type MarkBody,
  type MissingLine,
  type MissingList,
  type MissingPayers,
  type MissingTotals,
} from '@pianzhang/contract/missing-invoices'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Params } from '../../platform/address/listSearch.ts'
import { call, read, readAny } from '../../platform/api/api.ts'
import type { BodyOf, CallOptions } from '../../platform/api/endpoint.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { itemsOf } from '../../platform/ledger/selects.ts'
import { exported } from '../../platform/ledger/sheets.ts'
import { KEY, PAYERS_KEY } from './counts.ts'
import { type AgeSearch, ageSearch, type PayerSearch, pageSearch, payerSearch, tabOf } from './search.ts'

export type Payer = MissingPayers['items'][number]
export type LineRow = MissingLine & { code: string }
const rowsOf = (lines: readonly MissingLine[]): LineRow[] =>
  lines.map((line) => ({ ...line, code: line.line_code }))

/** A page of payers; its rows are the lines of those that are opened, which are read apart. */
export type PayerList = Omit<MissingPayers, 'items'> & {
  items: LineRow[]
  payers: MissingPayers['items']
  totals: MissingTotals
  can: Record<string, never>
}
export type LineList = Omit<MissingList, 'items' | 'can'> & {
  items: LineRow[]
  totals: MissingTotals
  can: Record<string, never>
}

const NO_RIGHTS = {}
const readTotals = (params: Params, options: CallOptions) => {
  const { page, per_page, amount_order, pay_at_order, ...filters } = params
  return readAny(missingInvoiceApi.totals, { query: filters, ...options })
}

const payersQuery = (search: PayerSearch, size: number) => {
  const params = payerSearch.listParams(search, size)
  return listQuery<PayerList>(PAYERS_KEY, params, async (options) => {
    const [data, totals] = await Promise.all([
      readAny(missingInvoiceApi.payers, { query: params, ...options }),
      readTotals(params, options),
    ])
    return { ...data, items: [], payers: data.items, totals, can: NO_RIGHTS }
  })
}

const linesQuery = (search: AgeSearch, size: number) => {
  const params = ageSearch.listParams(search, size)
  return listQuery<LineList>(KEY, params, async (options) => {
    const [data, totals] = await Promise.all([
      readAny(missingInvoiceApi.list, { query: params, ...options }),
      readTotals(params, options),
    ])
    return { ...data, items: rowsOf(data.items), totals, can: NO_RIGHTS }
  })
}

const exportedBy = (params: Params) => exported(missingInvoiceApi.export, params)
export const payers = {
  list: payerSearch,
  query: payersQuery,
  exported: ({ amount_order: _, ...search }: PayerSearch) => exportedBy(payerSearch.exportParams(search)),
}
export const lines = {
  list: ageSearch,
  query: linesQuery,
  exported: (search: AgeSearch) => exportedBy(ageSearch.exportParams(search)),
}

const LOADERS = { payers: listLoader(payerSearch, payersQuery), ages: listLoader(ageSearch, linesQuery) }
export const load = (raw: object): void => LOADERS[tabOf(pageSearch.parse(raw))](raw)

/** The lines of a payer that match, as many as can be linked at once. */
export const payerLinesQuery = (search: PayerSearch, payer: string) => {
  const { amount_order, page, per_page, ...filters } = payerSearch.listParams(
    { ...search, payer },
    MAX_LINKED,
  )
  return queryOptions({
    queryKey: [KEY, 'payer', filters],
    queryFn: async ({ signal }) => {
      const data = await readAny(missingInvoiceApi.list, {
        query: { ...filters, page: 1, per_page: MAX_LINKED },
        signal,
      })
      return { ...data, items: rowsOf(data.items) }
    },
    placeholderData: keepPreviousData,
  })
}

/** These lines, as far as they still lack an invoice. */
export const namedLinesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: [KEY, 'named', codes],
    queryFn: ({ signal }) =>
      itemsOf(missingInvoiceApi.list, {
        query: { line_codes: codes, page: 1, per_page: MAX_LINKED, pay_at_order: 'asc' },
        signal,
      }),
  })

export const messageQuery = (payer: string) =>
  queryOptions({
    queryKey: [KEY, 'message', payer],
    queryFn: ({ signal }) => read(missingInvoiceApi.message, { query: { payer }, signal, handled: true }),
    gcTime: 0,
  })

/** What these invoices are proposed for. */
export const matchQuery = (invoice_codes: readonly string[]) =>
  queryOptions({
    queryKey: [KEY, 'match', invoice_codes],
    enabled: invoice_codes.length > 0,
    queryFn: ({ signal }) => itemsOf(missingInvoiceApi.match, { body: { invoice_codes }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const link = (items: readonly LinkItem[], idempotencyKey: string) =>
  call(missingInvoiceApi.link, { body: { items }, idempotencyKey, timeout: 30_000, handled })
export const mark = (body: MarkBody, idempotencyKey: string) =>
  call(missingInvoiceApi.mark, { body, idempotencyKey, timeout: 30_000, handled })
export const linked = (): Promise<void> => resourceChanged('cost_execution')

export const readTitle = () => read(invoiceTitleApi.title, { handled: true })
export const titleQuery = queryOptions({ queryKey: [KEY, 'title'], queryFn: readTitle })
export const saveTitle = (body: BodyOf<typeof invoiceTitleApi.save>, idempotencyKey: string) =>
  call(invoiceTitleApi.save, { body, idempotencyKey, handled })
export const titleChanged = (): Promise<void> => resourceChanged('missing_invoice')
