import {
  type InvoiceTitle,
  type LinkAnswer,
  type LinkItem,
  MAX_LINKED,
  type MarkBody,
  type MissingLine,
  type MissingList,
  type MissingMatches,
  type MissingMessage,
  type MissingPayers,
  type MissingTotals,
} from '@pianzhang/contract/missing-invoices'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Params } from '../../platform/address/listSearch.ts'
import { type Answer, api, type CallOptions } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import { BASE, KEY, PAYERS_KEY } from './counts.ts'
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
const readTotals = async (params: Params, options: CallOptions) => {
  const { page, per_page, amount_order, pay_at_order, ...filters } = params
  return (await api.get<MissingTotals>(`${BASE}/totals`, filters, options)).data
}

const payersQuery = (search: PayerSearch, size: number) => {
  const params = payerSearch.listParams(search, size)
  return listQuery<PayerList>(PAYERS_KEY, params, async (options) => {
    const [{ data }, totals] = await Promise.all([
      api.get<MissingPayers>(`${BASE}/payers`, params, options),
      readTotals(params, options),
    ])
    return { ...data, items: [], payers: data.items, totals, can: NO_RIGHTS }
  })
}

const linesQuery = (search: AgeSearch, size: number) => {
  const params = ageSearch.listParams(search, size)
  return listQuery<LineList>(KEY, params, async (options) => {
    const [{ data }, totals] = await Promise.all([
      api.get<MissingList>(BASE, params, options),
      readTotals(params, options),
    ])
    return { ...data, items: rowsOf(data.items), totals, can: NO_RIGHTS }
  })
}

const { exported } = sheetCalls(BASE)
export const payers = {
  list: payerSearch,
  query: payersQuery,
  exported: ({ amount_order: _, ...search }: PayerSearch) => exported(payerSearch.exportParams(search)),
}
export const lines = {
  list: ageSearch,
  query: linesQuery,
  exported: (search: AgeSearch) => exported(ageSearch.exportParams(search)),
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
      const { data } = await api.get<MissingList>(
        BASE,
        { ...filters, page: 1, per_page: MAX_LINKED },
        { signal },
      )
      return { ...data, items: rowsOf(data.items) }
    },
    placeholderData: keepPreviousData,
  })
}

/** These lines, as far as they still lack an invoice. */
export const namedLinesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: [KEY, 'named', codes],
    queryFn: async ({ signal }) => {
      const params = { line_codes: codes, page: 1, per_page: MAX_LINKED, pay_at_order: 'asc' }
      return (await api.get<MissingList>(BASE, params, { signal })).data.items
    },
  })

export const messageQuery = (payer: string) =>
  queryOptions({
    queryKey: [KEY, 'message', payer],
    queryFn: async ({ signal }) =>
      (await api.get<MissingMessage>(`${BASE}/message`, { payer }, { signal, handled: true })).data,
    gcTime: 0,
  })

/** What these invoices are proposed for. */
export const matchQuery = (invoice_codes: readonly string[]) =>
  queryOptions({
    queryKey: [KEY, 'match', invoice_codes],
    enabled: invoice_codes.length > 0,
    queryFn: async ({ signal }) =>
      (await api.ask<MissingMatches>(`${BASE}/match`, { invoice_codes }, { signal })).data.items,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const link = (items: readonly LinkItem[], idempotencyKey: string): Promise<Answer<LinkAnswer>> =>
  api.post<LinkAnswer>(`${BASE}/link`, { items }, { idempotencyKey, timeout: 30_000, handled })
export const mark = (body: MarkBody, idempotencyKey: string): Promise<Answer<LinkAnswer>> =>
  api.post<LinkAnswer>(`${BASE}/mark`, body, { idempotencyKey, timeout: 30_000, handled })
export const linked = (): Promise<void> => resourceChanged('cost_execution')

const TITLE = '/api/manager/invoice_title'
export const readTitle = async (): Promise<InvoiceTitle> =>
  (await api.get<InvoiceTitle>(TITLE, undefined, { handled: true })).data
export const titleQuery = queryOptions({ queryKey: [KEY, 'title'], queryFn: readTitle })
export const saveTitle = (body: object, idempotencyKey: string): Promise<Answer<InvoiceTitle>> =>
  api.put<InvoiceTitle>(TITLE, body, { idempotencyKey, handled })
export const titleChanged = (): Promise<void> => resourceChanged('missing_invoice')
