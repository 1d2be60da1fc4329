import { useMemo } from 'react'
import { stringifySearch } from '../../platform/address/search.ts'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import type { listQuery } from '../../platform/ledger/list.ts'
import { useList } from './useList.tsx'
import { useListAddress } from './useListAddress.ts'
import { type Removal, useRemoval } from './useRemoval.ts'
import { useSelection } from './useSelection.ts'

/** As far as `listSearch` of the ledger is used here. */
interface Search<S, F> {
  name: string
  parse: (raw: object) => S
  filterOf: (search: S) => F
  isFiltered: (search: S) => boolean
  withoutFilters: (search: S) => S
}

interface Options<S, F, L, R> {
  route: AddressRoute
  list: Search<S, F>
  query: (search: S, size: number) => ReturnType<typeof listQuery<L>>
  removal: Removal<R>
}

/** The records of a ledger as its address names them, what of them is selected, and how they are deleted. */
export function useLedger<
  S extends { page?: number | undefined; per_page?: number | undefined },
  F extends Partial<S>,
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: { delete: boolean } },
>({ route, list, query, removal }: Options<S, F, L, R>) {
  const address = useListAddress(route, list)
  const { search, goTo, filterBy } = address
  const { data, stale, reload, frame, fallback } = useList(query(search, address.size), address)
  const filter = list.filterOf(search)
  const filterKey = stringifySearch(filter)
  const [selected, setSelected] = useSelection<R>(filterKey)
  const { removeOne, removeMany } = useRemoval(removal, setSelected)
  const selectNone = () => setSelected(new Map())

  const rows = data?.items
  // Selected rows that were reloaded are replaced by their current version.
  const selectedRows = useMemo(
    () => [...selected].map(([code, row]) => rows?.find((one) => one.code === code) ?? row),
    [selected, rows],
  )
  const apply = (next: F) => {
    // Submitting an unchanged filter reloads.
    if (stringifySearch(next) !== filterKey) return filterBy(next)
    selectNone()
    reload()
  }
  return {
    name: list.name,
    search,
    filter,
    filtered: list.isFiltered(search),
    data,
    stale,
    frame,
    fallback,
    rows,
    goTo,
    filterBy,
    apply,
    selected,
    selectedRows,
    setSelected,
    selectNone,
    removeOne,
    removeMany,
  }
}

export type Ledger<
  S extends { page?: number | undefined; per_page?: number | undefined },
  F extends Partial<S>,
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: { delete: boolean } },
> = ReturnType<typeof useLedger<S, F, R, L>>
