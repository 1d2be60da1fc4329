import type { ReactNode } from 'react'
import { stringifySearch } from '../../platform/address/search.ts'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import { type listQuery, pagesOf } from '../../platform/ledger/list.ts'
import type { Sorting } from './orderWords.ts'
import { useList } from './useList.tsx'
import { type ListAddress, useListAddress } from './useListAddress.ts'

export interface Paging {
  page?: number | undefined
  per_page?: number | undefined
}

/** What a list answers: a page of rows, and how many match in all. */
export interface Listed {
  items: readonly object[]
  listTotal: number
}

/** As far as `recordsOf` or `listOf` is used here: `list` is its `listSearch`, `query` a page of `size` rows. */
export interface RecordSource<S, F, L> {
  list: ListAddress<S> & {
    filterOf: (search: S) => F
    isFiltered: (search: S) => boolean
    sortedBy: (search: S) => NonNullable<Sorting['sorted']>
    ordering: (...order: Parameters<NonNullable<Sorting['onSort']>>) => Partial<S>
  }
  query: (search: S, size: number) => ReturnType<typeof listQuery<L>>
}

/** A list as its address names it. `size`: of a page, where the person cannot choose it. */
export function useFilteredList<S extends Paging, F extends Partial<S>, L extends Listed>(
  route: AddressRoute,
  { list, query }: RecordSource<S, F, L>,
  size?: number,
) {
  const named = useListAddress(route, list)
  const address = { ...named, size: size ?? named.size }
  const { search, goTo, filterBy, change } = address
  const { data, stale, reload, frame, fallback } = useList(query(search, address.size), address)
  const filter = list.filterOf(search)
  const filterKey = stringifySearch(filter)
  const filtered = list.isFiltered(search)
  const onClear = () => filterBy({})
  /** Submitting an unchanged filter reloads. */
  const onApply = (next: F) => (stringifySearch(next) === filterKey ? reload() : filterBy(next))
  const onSort: Sorting['onSort'] = (column, order) =>
    goTo({ ...list.ordering(column, order), page: undefined } as Partial<S>)
  return {
    ...{
      name: list.name,
      search,
      goTo,
      change,
      filterBy,
      filter,
      filterKey,
      filtered,
      onClear,
      onApply,
      sorted: list.sortedBy(search),
      onSort,
      data,
      rows: data?.items as readonly L['items'][number][] | undefined,
      stale,
      frame,
      /** Any page of what the address shows, for paper. */
      read: pagesOf(query, search),
    },
    /** The content of an empty list; `add`: the button for those who may write. */
    without: (add: ReactNode) => fallback({ filtered, onClear, add }),
  }
}
