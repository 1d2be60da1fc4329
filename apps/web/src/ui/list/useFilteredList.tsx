import { hashKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { stringifySearch } from '../../platform/address/search.ts'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import { type listQuery, pagesOf } from '../../platform/ledger/list.ts'
import { Empty, Failed, NothingMatches } from '../states/States.tsx'
import type { Sorting } from './orderWords.ts'
import { type ListAddress, useListAddress } from './useListAddress.ts'

export interface Paging {
  page?: number | undefined
  per_page?: number | undefined
}

/** The response of a list: a page of rows, and how many match in all. */
export interface Listed {
  items: readonly object[]
  listTotal: number
  /** How many of them the pages have, if not all. */
  shownTotal?: number
}

/** The part of `recordsOf` or `listOf` that is used here: `list` is its `listSearch`, `query` a page of `size` rows. */
export interface RecordSource<S, F, L> {
  list: ListAddress<S> & {
    filterOf: (search: S) => F
    isFiltered: (search: S) => boolean
    sortedBy: (search: S) => NonNullable<Sorting['sorted']>
    ordering: (...order: Parameters<NonNullable<Sorting['onSort']>>) => Partial<S>
  }
  query: (search: S, size: number) => ReturnType<typeof listQuery<L>>
}

/**
 * A list as its address names it: `paging` holds the props of `DataTable` and `CardList` alike, `fallback` is shown in place of rows.
 * `fixedSize`: page size that the person cannot change.
 */
export function useFilteredList<S extends Paging, F extends Partial<S>, L extends Listed>(
  route: AddressRoute,
  { list, query }: RecordSource<S, F, L>,
  fixedSize?: number,
) {
  const { search, goTo, change, toPage, filterBy, page, size: chosen } = useListAddress(route, list)
  const size = fixedSize ?? chosen
  const shown = query(search, size)
  const { data, error, isPlaceholderData: stale, isFetching, refetch } = useQuery(shown)
  const filter = list.filterOf(search)
  const filterKey = stringifySearch(filter)
  const filtered = list.isFiltered(search)

  // After deletions this page may no longer exist; the last page is shown instead.
  const paged = data && (data.shownTotal ?? data.listTotal)
  const pages = paged === undefined ? page : Math.max(1, Math.ceil(paged / size))
  useEffect(() => {
    if (!stale && page > pages) toPage({ page: pages }, true)
  }, [stale, page, pages, toPage])

  const onClear = () => filterBy({})
  /** Submitting an unchanged filter reloads. */
  const onApply = (next: F) => (stringifySearch(next) === filterKey ? void refetch() : filterBy(next))
  const onSort: Sorting['onSort'] = (column, order) =>
    goTo({ ...list.ordering(column, order), page: undefined } as Partial<S>)
  /** `add`: the suggested next step for an empty list, if the person has the permission. */
  const fallback = (add: ReactNode): ReactNode => {
    if (error && !data) return <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    if (data?.listTotal !== 0) return undefined
    return filtered ? <NothingMatches onClear={onClear} /> : <Empty>{add}</Empty>
  }
  return {
    ...{ name: list.name, search, goTo, change, filterBy, filter, filterKey, filtered, onClear, onApply },
    ...{ data, stale, fallback, onSort, sorted: list.sortedBy(search) },
    rows: data?.items as readonly L['items'][number][] | undefined,
    paging: {
      address: hashKey(shown.queryKey),
      stale,
      total: data?.listTotal,
      paged,
      page,
      size,
      // The URL gets both, because what page 2 shows depends on the size.
      onPage: (next: number, nextSize: number) => toPage({ page: next, per_page: nextSize }),
    },
    /** Reads any page of the records that the address names, for printing. */
    read: pagesOf(query, search),
  }
}
