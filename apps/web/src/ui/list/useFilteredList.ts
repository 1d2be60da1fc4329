import type { ReactNode } from 'react'
import { stringifySearch } from '../../platform/address/search.ts'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import { type listQuery, pagesOf } from '../../platform/ledger/list.ts'
import { useList } from './useList.tsx'
import { useListAddress } from './useListAddress.ts'

/** What this hook uses of a list's `listSearch`. */
export interface FilteredList<S, F> {
  name: string
  parse: (raw: object) => S
  filterOf: (search: S) => F
  isFiltered: (search: S) => boolean
  withoutFilters: (search: S) => S
}

/** A list as its address names it. `query`: a page of it, of `size` rows. */
export function useFilteredList<
  S extends { page?: number | undefined; per_page?: number | undefined },
  F extends Partial<S>,
  L extends { listTotal: number },
>(
  route: AddressRoute,
  list: FilteredList<S, F>,
  query: (search: S, size: number) => ReturnType<typeof listQuery<L>>,
) {
  const address = useListAddress(route, list)
  const { search, goTo, filterBy } = address
  const { data, stale, reload, frame, fallback } = useList(query(search, address.size), address)
  const filter = list.filterOf(search)
  const filterKey = stringifySearch(filter)
  const filtered = list.isFiltered(search)
  const onClear = () => filterBy({})
  /** Submitting an unchanged filter reloads. */
  const onApply = (next: F) => (stringifySearch(next) === filterKey ? reload() : filterBy(next))
  return {
    ...{
      search,
      goTo,
      filterBy,
      filter,
      filterKey,
      filtered,
      onClear,
      onApply,
      data,
      stale,
      frame,
      fallback,
      /** Any page of what the address shows, for paper. */
      read: pagesOf(query, search),
    },
    /** The content of an empty list; `add`: the button for those who may write. */
    without: (add: ReactNode) => fallback({ filtered, onClear, add }),
  }
}
