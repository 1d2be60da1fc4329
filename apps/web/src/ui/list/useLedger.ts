import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import type { listQuery } from '../../platform/ledger/list.ts'
import { type FilteredList, useFilteredList } from './useFilteredList.ts'
import { type Removal, useRemoval } from './useRemoval.ts'
import { useSelection } from './useSelection.ts'

interface Options<S, F, L> {
  route: AddressRoute
  list: FilteredList<S, F>
  query: (search: S, size: number) => ReturnType<typeof listQuery<L>>
}

/** What the rows of a list may be used for. */
export interface Can {
  write: boolean
  /** Absent where no record is ever deleted. */
  delete?: boolean
}

const rowsOf = <R>(lists: UseQueryResult<{ items: R[] }>[]): readonly R[] =>
  lists.flatMap(({ data }) => data?.items ?? [])

/** The records of a list as its address names them, and what of them is selected. */
export function useSelectable<
  S extends { page?: number | undefined; per_page?: number | undefined },
  F extends Partial<S>,
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: Can },
>({ route, list, query }: Options<S, F, L>) {
  const shown = useFilteredList(route, list, query)
  const { filterKey, data, onApply } = shown
  const [selected, setSelected] = useSelection<R>(filterKey)
  const selectNone = () => setSelected(new Map())

  const rows = data?.items
  const { address, size } = shown.frame
  /** The pages on which rows were selected, by their address. */
  const [pages, setPages] = useState<ReadonlyMap<string, ReturnType<typeof query>>>(new Map())
  const select = (next: ReadonlyMap<string, R>) => {
    setPages((old) => new Map(selected.size === 0 ? [] : old).set(address, query(shown.search, size)))
    setSelected(next)
  }
  // They are reloaded as the page shown, so that a selected row counts with the amount that it has now.
  const others = useQueries({
    queries: selected.size === 0 ? [] : [...pages].flatMap(([at, page]) => (at === address ? [] : page)),
    combine: rowsOf<R>,
  })
  const selectedRows = useMemo(() => {
    const current = new Map([...others, ...(rows ?? [])].map((row) => [row.code, row]))
    return [...selected].map(([code, row]) => current.get(code) ?? row)
  }, [selected, rows, others])
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
      select,
      selectNone,
    },
  }
}

/** The records of a ledger, and how they are deleted. */
export function useLedger<
  S extends { page?: number | undefined; per_page?: number | undefined },
  F extends Partial<S>,
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: Can },
>({ removal, ...options }: Options<S, F, L> & { removal: Removal<R> }) {
  const shown = useSelectable<S, F, R, L>(options)
  return { ...shown, ...useRemoval(removal, shown.setSelected) }
}

/** `removeMany`: undefined where no record is ever deleted. */
export type Ledger<
  S extends { page?: number | undefined; per_page?: number | undefined },
  F extends Partial<S>,
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: Can },
> = ReturnType<typeof useSelectable<S, F, R, L>> & { removeMany?: (rows: readonly R[]) => void }
