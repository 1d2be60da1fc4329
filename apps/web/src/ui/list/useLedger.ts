import { useMemo } from 'react'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import type { listQuery } from '../../platform/ledger/list.ts'
import { type FilteredList, useFilteredList } from './useFilteredList.ts'
import { type Removal, useRemoval } from './useRemoval.ts'
import { useSelection } from './useSelection.ts'

interface Options<S, F, L, R> {
  route: AddressRoute
  list: FilteredList<S, F>
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
  const shown = useFilteredList(route, list, query)
  const { filterKey, data, onApply } = shown
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
    selectNone()
    onApply(next)
  }
  return {
    ...shown,
    ...{
      name: list.name,
      rows,
      apply,
      selected,
      selectedRows,
      setSelected,
      selectNone,
      removeOne,
      removeMany,
    },
  }
}

export type Ledger<
  S extends { page?: number | undefined; per_page?: number | undefined },
  F extends Partial<S>,
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: { delete: boolean } },
> = ReturnType<typeof useLedger<S, F, R, L>>
