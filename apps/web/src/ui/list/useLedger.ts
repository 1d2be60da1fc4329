import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import { type Removal, useRemoval } from './selection/useRemoval.ts'
import { useSelection } from './selection/useSelection.ts'
import { type Listed, type Paging, type RecordSource, useFilteredList } from './useFilteredList.tsx'

type Row = { code: string }
/** A list with rows that can be selected. */
interface Selectable extends Listed {
  items: Row[]
  /** What the person may do with its rows. `delete`: absent where no record is ever deleted. */
  can: { write?: boolean; delete?: boolean }
}

const rowsOf = <L extends Listed>(lists: UseQueryResult<L>[]): readonly L['items'][number][] =>
  lists.flatMap(({ data }) => data?.items ?? [])

/** The records of a list as its address names them, and which of them are selected. */
export function useSelectable<S extends Paging, F extends Partial<S>, L extends Selectable>(
  route: AddressRoute,
  source: RecordSource<S, F, L>,
) {
  type R = L['items'][number]
  const shown = useFilteredList(route, source)
  const { filterKey, rows, onApply } = shown
  const [selected, setSelected] = useSelection<R>(filterKey)
  const selectNone = useCallback(() => setSelected(new Map()), [setSelected])

  const { address, size } = shown.paging
  /** The pages on which rows were selected, by their address. */
  const [pages, setPages] = useState<ReadonlyMap<string, ReturnType<typeof source.query>>>(new Map())
  const select = (next: ReadonlyMap<string, R>) => {
    setPages((old) => new Map(selected.size === 0 ? [] : old).set(address, source.query(shown.search, size)))
    setSelected(next)
  }
  // Other pages with selected rows are reloaded like the shown one, so that a selected row counts with its current amount.
  const others = useQueries({
    queries: selected.size === 0 ? [] : [...pages].flatMap(([at, page]) => (at === address ? [] : page)),
    combine: rowsOf<L>,
  })
  const selectedRows = useMemo(() => {
    const current = new Map([...others, ...(rows ?? [])].map((row) => [row.code, row]))
    return [...selected].map(([code, row]) => current.get(code) ?? row)
  }, [selected, rows, others])
  return {
    ...shown,
    onApply: (next: F) => {
      selectNone()
      onApply(next)
    },
    setSelected,
    selection: { selected, rows: selectedRows, select, selectNone },
  }
}

/** The records of a ledger, and how they are deleted. */
export function useLedger<S extends Paging, F extends Partial<S>, L extends Selectable>(
  route: AddressRoute,
  source: RecordSource<S, F, L>,
  removal: Removal<L['items'][number]>,
) {
  const { setSelected, selection, ...shown } = useSelectable(route, source)
  const { removeOne, removeMany } = useRemoval(removal, setSelected)
  return {
    ...shown,
    removeOne,
    selection: { ...selection, removeMany: shown.data?.can.delete ? removeMany : undefined },
  }
}
