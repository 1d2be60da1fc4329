import type { Endpoint } from '@pianzhang/contract/endpoint'
import type { Model } from '@pianzhang/contract/permissions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { readAny } from '../api/api.ts'
import type { AnswerOf, Rest, Sent } from '../api/endpoint.ts'

/** Options change rarely, and the change stream reports when they do. */
export const RARELY = 5 * 60_000

export interface Option {
  label: string
  value: string
}

/** An endpoint that answers a list. */
type ListEndpoint = Endpoint<string, { query?: z.ZodType; answer: z.ZodType<{ items: unknown[] }> }>
export type ItemOf<E> = AnswerOf<E> extends { items: readonly (infer I)[] } ? I : never

const itemsOfAny = async <E extends ListEndpoint>(endpoint: E, sent?: Sent): Promise<ItemOf<E>[]> =>
  (await readAny(endpoint, sent)).items as ItemOf<E>[]
export const itemsOf = <E extends ListEndpoint>(endpoint: E, ...[given]: Rest<E>): Promise<ItemOf<E>[]> =>
  itemsOfAny(endpoint, given as Sent | undefined)

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

/** The options of one of `selectApi`. `shows`: resources whose changes reload them. A fixed list has none. */
export const useSelect = <E extends ListEndpoint>(
  endpoint: E,
  ...shows: readonly Model[]
): Loaded<ItemOf<E>[]> =>
  useLoaded(
    useQuery({
      meta: { shows },
      queryKey: ['selects', endpoint.path],
      queryFn: () => itemsOfAny(endpoint, { query: { per_page: 1000 } }),
      staleTime: RARELY,
    }),
  )

/** The options of a list of the contract. */
export const optionsOf = <C extends string>(list: readonly { code: C; label: string }[]) =>
  list.map(({ code, label }) => ({ value: code, label }))

/** The options of a closed list. */
export const fixedOptions = (items: Option[]): Loaded<Option[]> => ({
  items,
  state: { failed: false, loading: false, retry: () => {} },
})
