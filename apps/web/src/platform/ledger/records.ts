import type { BatchChanged } from '@pianzhang/contract/batch'
import type { Model } from '@pianzhang/contract/permissions'
import type { Order, Params } from '../address/listSearch.ts'
import { type Answer, api, type CallOptions } from '../api/api.ts'
import { handled } from '../api/handled.ts'
import { resourceChanged, shows } from '../changes/refresh.ts'
import { chartCalls } from './charts.ts'
import { GONE, isGone, listIfGone, listLoader, listQuery } from './list.ts'
import { sheetCalls } from './sheets.ts'

/** The API identifies most records by a code, but types and log entries by an id. */
export type Keyed = { code: string } | { id: string }
export const keyOf = (row: Keyed): string => ('code' in row ? row.code : row.id)

/** The calls for one record. `base`: path of its API; `key`: first part of its query keys. */
export function recordCalls<R>(base: string, key: string) {
  const at = (code: string): string => `${base}/${encodeURIComponent(code)}`
  return {
    key,
    at,
    create: (body: object, idempotencyKey?: string, options: CallOptions = {}): Promise<Answer<R>> =>
      api.post<R>(base, body, { idempotencyKey, handled, ...options }),
    update: (
      code: string,
      body: object,
      idempotencyKey?: string,
      options: CallOptions = {},
    ): Promise<Answer<R>> =>
      api.put<R>(at(code), body, { idempotencyKey, handled, ...options }).catch(listIfGone(key)),
    /** Reads the current version; undefined: the record was deleted meanwhile. */
    latest: (code: string): Promise<R | undefined> =>
      api.get<R>(at(code), undefined, { handled }).then(
        ({ data }) => data,
        (error: unknown) => {
          if (isGone(error)) return undefined
          throw error
        },
      ),
    /** Changes the same fields of all or of none. */
    changeMany: (
      records: readonly { code: string; version: number }[],
      changes: object,
      idempotencyKey: string,
    ): Promise<Answer<BatchChanged>> =>
      api.put(`${base}/batch`, { records, changes }, { idempotencyKey, timeout: 30_000, handled }),
    removeOne: (code: string) => api.delete(at(code)).catch(listIfGone(key)),
    /** Deletes all or none. */
    removeMany: (codes: readonly string[]) =>
      api.delete(`${base}/batch`, { codes }, { timeout: 30_000, handled: [GONE] }).catch(listIfGone(key)),
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
  /** Path of the API. */
  base: string
  /** First part of the query keys. */
  key: string
  list: ListSearch<S, F>
  /** The resources whose changes reload the list. */
  shows: readonly Model[]
  /** Whether the address shows the list; without it, it always does. */
  shown?: (search: S) => boolean
}

/** The calls of a list: the query of a page, the route loader, the export. */
export const listOf =
  <L>() =>
  <S extends Paging, F extends Partial<S>>({ base, key, list, shows: models, shown }: ListOf<S, F>) => {
    shows([key], ...models)
    const query = (search: S, size: number) => {
      const params = list.listParams(search, size)
      return listQuery(key, params, async (options) => (await api.get<L>(base, params, options)).data)
    }
    const sheets = sheetCalls(base)
    return {
      base,
      key,
      list,
      query,
      /** Route loader. */
      load: listLoader(list, query, shown),
      sheets,
      /** Returns the spreadsheet URL of all records that the address names. */
      exported: (search: S) => sheets.exported(list.exportParams(search)),
    }
  }

/** The calls and queries of one kind of record: for single records, a list, a ledger's charts and spreadsheets. */
export const recordsOf =
  <R, L>() =>
  <S extends Paging, F extends Partial<S>>({ model, ...one }: ListOf<S, F> & { model: Model }) => ({
    model,
    ...listOf<L>()(one),
    ...recordCalls<R>(one.base, one.key),
    charts: chartCalls(one.base, one.key),
    /** After a write: reloads what shows these records. */
    changed: (): Promise<void> => resourceChanged(model),
  })
