import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { WORDS } from '../../platform/api/api.ts'
import { toast } from '../popup/toast.ts'

type Data<Q extends readonly UseQueryResult<unknown>[]> = {
  [I in keyof Q]: Q[I] extends UseQueryResult<infer D> ? D : never
}

/** Whether all these queries are loaded and up to date. Mounted queries reload what was changed meanwhile. */
export const areFresh = (
  queries: readonly Pick<UseQueryResult, 'isSuccess' | 'isFetching' | 'isStale'>[],
): boolean => queries.every(({ isSuccess, isFetching, isStale }) => isSuccess && !isFetching && !isStale)

/**
 * The data of these queries for a printed sheet: undefined until all are up to date, and unchanged from then on, because a sheet must not
 * change while it is printed. `onFailed`: a query cannot be read; the person was told.
 */
export function useFresh<Q extends readonly UseQueryResult<unknown>[]>(
  queries: Q,
  onFailed: () => void,
): Data<Q> | undefined {
  const [kept, keep] = useState<Data<Q>>()
  if (!kept && areFresh(queries)) keep(queries.map(({ data }) => data) as Data<Q>)
  const failed = queries.find(({ isError, isFetching }) => isError && !isFetching)
  const isOffline = queries.some(({ fetchStatus }) => fetchStatus === 'paused')
  const fail = useEffectEvent(() => {
    // A failed reload has been reported by its call.
    if (isOffline) toast.error(WORDS.network)
    else if (failed?.data === undefined) toast.error(failed?.error?.message ?? '')
    onFailed()
  })
  const fails = !kept && (failed !== undefined || isOffline)
  useEffect(() => {
    if (fails) fail()
  }, [fails])
  return kept
}
