import { z } from 'zod'
import { addressOrder, addressPage, addressSize } from './address.ts'

type Shape = Record<string, z.ZodType>
type Values<T extends Shape> = { [K in keyof T]?: z.output<T[K]> }
export type Order = 'asc' | 'desc' | undefined
type Orders<O extends string> = { [K in O]?: Order }
type Paging = { page?: number | undefined; per_page?: number | undefined }

/** Search parameters in the API's form. */
export type Params = Record<string, string | readonly string[] | number | undefined>

interface Parts<F extends Shape, O extends string, K extends Shape> {
  /** The name under which size, columns and density of this list are remembered. */
  name: string
  /** The schema of each filter. Callers add `satisfies Record<keyof …Filters, unknown>`, so that a missing filter is a type error. */
  filters: F
  /** Sort parameters: each is a column's key with the suffix `_order`. */
  orders?: readonly O[]
  /** Parameters that 重置 keeps besides sort order and page size: the tab, the charts' options. */
  kept?: K
  /** The API's name of a filter, where its search parameter is named differently. */
  apiNames?: { [N in keyof F]?: string }
}

/** Schema of a list's search parameters, under the API's names: filters, sort order, page, size, and the page's own. */
export function listSearch<
  F extends Shape,
  O extends string = never,
  K extends Shape = Record<never, z.ZodType>,
>({ name, filters, orders = [], kept, apiNames = {} }: Parts<F, O, K>) {
  type Filter = Values<F>
  type Search = Values<F> & Values<K> & Orders<O> & Paging

  const shape = {
    ...kept,
    ...filters,
    ...Object.fromEntries(orders.map((order) => [order, addressOrder])),
    page: addressPage,
    per_page: addressSize,
  }
  const schema = z.object(shape)
  // Listed by name: the address also has parameters that are not the list's, such as its project.
  const only = (keys: readonly string[]) => (search: Search) =>
    Object.fromEntries(Object.entries(search).filter(([key]) => keys.includes(key)))
  const says = (values: object): boolean => Object.values(values).some((value) => value !== undefined)

  const filterOf = only(Object.keys(filters)) as (search: Search) => Filter
  const orderOf = only(orders) as (search: Search) => Orders<O>
  const keptOf = only(Object.keys(kept ?? {})) as (search: Search) => Values<K>
  const params = (search: Search): Params => ({
    ...Object.fromEntries(
      Object.entries(filterOf(search)).map(([key, value]) => [apiNames[key] ?? key, value]),
    ),
    ...orderOf(search),
  })
  const isFiltered = (search: Search): boolean => says(filterOf(search))
  return {
    name,
    parse: (raw: object): Search => schema.parse(raw) as Search,
    filterOf,
    keptOf,
    isFiltered,
    /** Whether the search has a filter, an order or a page, which only the list uses and the charts do not. */
    isListed: (search: Search): boolean =>
      isFiltered(search) || says(orderOf(search)) || says([search.page, search.per_page]),
    /** The search after 重置. */
    withoutFilters: (search: Search): Search =>
      ({ ...keptOf(search), per_page: search.per_page, ...orderOf(search) }) as Search,
    /** `size`: the person's last page size, used when the URL names none. */
    listParams: (search: Search, size: number): Params => ({
      ...params(search),
      page: search.page ?? 1,
      per_page: search.per_page ?? size,
    }),
    /** Filters and sort order without paging: the export covers the whole list. */
    exportParams: params,
    /** The column that the list is ordered by. */
    sortedBy: (search: Search): { column: string; order: Order } => {
      const by = orders.find((one) => search[one])
      return { column: by?.replace('_order', '') ?? '', order: by && search[by] }
    },
    /** The part of a search that orders the list by this column and no other. */
    ordering: (column: string, order: Order): Partial<Search> =>
      Object.fromEntries(
        orders.map((one) => [one, one === `${column}_order` ? order : undefined]),
      ) as Partial<Search>,
  }
}

export type SearchOf<L extends { parse: (raw: object) => unknown }> = ReturnType<L['parse']>
export type FilterOf<L extends { filterOf: (search: never) => unknown }> = ReturnType<L['filterOf']>
