import { changeApi, removeApi } from '@pianzhang/contract/api/ledger'
import type { BatchChanged } from '@pianzhang/contract/batch'
import type { Endpoint } from '@pianzhang/contract/endpoint'
import type { Model } from '@pianzhang/contract/permissions'
import type { Order, Params } from '../address/listSearch.ts'
import { type Answer, call, callAny, readAny } from '../api/api.ts'
import type { AnswerOf, BodyOf, CallOptions } from '../api/endpoint.ts'
import { handled } from '../api/handled.ts'
import { resourceChanged, shows } from '../changes/refresh.ts'
import { chartCalls } from './charts.ts'
import { GONE, isGone, listIfGone, listLoader, listQuery } from './list.ts'
import { exported, type FileEndpoint, sheetCalls } from './sheets.ts'

/** The API identifies most records by a code, but types and log entries by an id. */
export type Keyed = { code: string } | { id: string }
export const keyOf = (row: Keyed): string => ('code' in row ? row.code : row.id)

/** The endpoints of one kind of record; those that the API lacks are absent. */
interface RecordApi {
  base: string
  show?: Endpoint
  create?: Endpoint
  update?: Endpoint
}

/** The calls for one record. `key`: first part of its query keys. */
export function recordCalls<A extends RecordApi>(api: A, key: string) {
  const { one, many } = removeApi(api.base)
  const { show, create, update } = api as Required<RecordApi>
  // The API identifies most records by a code, but types by an id.
  const paramsOf = (code: string) => ({ code, id: code })
  return {
    key,
    base: api.base,
    create: (body: BodyOf<A['create']>, idempotencyKey?: string, options: CallOptions = {}) =>
      callAny(create, { body, idempotencyKey, handled, ...options }) as Promise<
        Answer<AnswerOf<A['create']>>
      >,
    update: (
      code: string,
      body: BodyOf<A['update']>,
      idempotencyKey?: string,
      options: CallOptions = {},
    ): Promise<Answer<AnswerOf<A['update']>>> =>
      callAny(update, { params: paramsOf(code), body, idempotencyKey, handled, ...options }).catch(
        listIfGone(key),
      ) as Promise<Answer<AnswerOf<A['update']>>>,
    /** Reads the current version; undefined: the record was deleted meanwhile. */
    latest: (code: string): Promise<AnswerOf<A['show']> | undefined> =>
      readAny(show, { params: paramsOf(code), handled }).then(
        (data) => data as AnswerOf<A['show']>,
        (error: unknown) => {
          if (isGone(error)) return undefined
          throw error
        },
      ),
    /** Changes the same fields of all or of none. */
    changeMany: (
      records: readonly { code: string; version: number }[],
      changes: Readonly<Record<string, unknown>>,
      idempotencyKey: string,
    ): Promise<Answer<BatchChanged>> =>
      call(changeApi(api.base), { body: { records, changes }, idempotencyKey, timeout: 30_000, handled }),
    removeOne: (code: string) => callAny(one, { params: { code } }).catch(listIfGone(key)),
    /** Deletes all or none. */
    removeMany: (codes: readonly string[]) =>
      callAny(many, { body: { codes }, timeout: 30_000, handled: [GONE] }).catch(listIfGone(key)),
  }
}

type Paging = { page?: number | undefined; per_page?: number | undefined }

/** The part of a `listSearch` that is used here and by lists, with the search `S` and the filter `F`. */
interface ListSearch<S, F> {
  name: string
  parse: (raw: object) => S
  filterOf: (search: S) => F
  isFiltered: (search: S) => boolean
  withoutFilters: (search: S) => S
  listParams: (search: S, size: number) => Params
  exportParams: (search: S) => Params
  sortedBy: (search: S) => { column: string; order: Order }
  ordering: (column: string, order: Order) => Partial<S>
}

interface ListOf<S, F> {
  /** First part of the query keys. */
  key: string
  list: ListSearch<S, F>
  /** The resources whose changes reload the list. */
  shows: readonly Model[]
  /** Whether the address shows the list; without it, it always does. */
  shown?: (search: S) => boolean
}
interface ListApi {
  base: string
  list: Endpoint
  export?: FileEndpoint
}

/** The calls of a list: the query of a page, the route loader, the export. */
export function listOf<A extends ListApi, S extends Paging, F extends Partial<S>>(
  api: A,
  { key, list, shows: models, shown }: ListOf<S, F>,
) {
  shows([key], ...models)
  const query = (search: S, size: number) => {
    const params = list.listParams(search, size)
    return listQuery(
      key,
      params,
      (options) => readAny(api.list, { query: params, ...options }) as Promise<AnswerOf<A['list']>>,
    )
  }
  return {
    base: api.base,
    key,
    list,
    query,
    /** Route loader. */
    load: listLoader(list, query, shown),
    /** Of these filters, in the list's order: the spreadsheet URL of all records; of a list that is exported. */
    exportedBy: (params: Params) => exported(api.export as FileEndpoint, params),
    /** Returns the spreadsheet URL of all records that the address names. */
    exported: (search: S) => exported(api.export as FileEndpoint, list.exportParams(search)),
  }
}

/** The calls and queries of one kind of record: for single records, a list, a ledger's charts and spreadsheets. */
export const recordsOf = <A extends RecordApi & ListApi, S extends Paging, F extends Partial<S>>(
  api: A,
  { model, ...one }: ListOf<S, F> & { model: Model },
) => ({
  model,
  /** The endpoint of the list. */
  listed: api.list as A['list'],
  ...listOf(api, one),
  ...recordCalls(api, one.key),
  sheets: sheetCalls(api.base),
  charts: chartCalls(one.key),
  /** After a write: reloads what shows these records. */
  changed: (): Promise<void> => resourceChanged(model),
})
