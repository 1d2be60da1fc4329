import type { Model } from '@pianzhang/contract/permissions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, type CallOptions, type Query } from '../api/api.ts'

/**
 * Path of the options of forms and filters.
 */
export const SELECTS = '/api/manager/selects'
/** Options change rarely, and the change stream reports when they do. */
export const RARELY = 5 * 60_000

export interface Option {
  label: string
  value: string
}

export const itemsOf = async <T>(path: string, query?: Query, options?: CallOptions): Promise<T[]> =>
  (await api.get<{ items: T[] }>(path, query, options)).data.items

/** Loading state of a field's options. */
export interface LoadState {
  /** Loading failed or is paused, and no retry is running. */
  failed: boolean
  /** The first load is running. */
  loading: boolean
  retry: () => void
}
export interface Loaded<T> {
  /** Undefined while loading and after a failure. */
  items: T | undefined
  state: LoadState
}

/** Memoized: the object keeps its identity until a value changes, so that fields do not render again. */
export function useLoaded<T>({ data, isError, fetchStatus, refetch }: UseQueryResult<T>): Loaded<T> {
  const lacking = data === undefined
  // Without a network a query is paused indefinitely.
  const failed = lacking && (isError || fetchStatus === 'paused')
  const loading = lacking && fetchStatus === 'fetching'
  const state = useMemo(() => ({ failed, loading, retry: () => void refetch() }), [failed, loading, refetch])
  return useMemo(() => ({ items: data, state }), [data, state])
}

/** `shows`: resources whose changes reload the options. A fixed list has none. */
export const useSelect = <O extends Option = Option>(name: string, ...shows: readonly Model[]): Loaded<O[]> =>
  useLoaded(
    useQuery({
      meta: { shows },
      queryKey: ['selects', name],
      queryFn: () => itemsOf<O>(`${SELECTS}/${name}`, { per_page: 1000 }),
      staleTime: RARELY,
    }),
  )

/** The options of a closed list. */
export const fixedOptions = (items: Option[]): Loaded<Option[]> => ({
  items,
  state: { failed: false, loading: false, retry: () => {} },
})
