import type { Endpoint } from '@pianzhang/contract/endpoint'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { queryClient } from '../query.ts'
import { readAny } from './api.ts'
import type { AnswerOf, Rest, Sent } from './endpoint.ts'

/** `shownQuery` as `callAny`. */
export const shownAny = <E extends Endpoint, K extends QueryKey>(queryKey: K, endpoint: E, sent?: Sent) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<AnswerOf<E>> =>
      readAny(endpoint, { ...sent, signal, handled: queryClient.getQueryData(queryKey) === undefined || [] }),
  })

/** A query of what a page shows: a first load's failure is shown in its place; a failed reload keeps what is shown, so it is reported as a toast. */
export const shownQuery = <E extends Endpoint, K extends QueryKey>(
  queryKey: K,
  endpoint: E,
  ...[given]: Rest<E>
) => shownAny(queryKey, endpoint, given as Sent | undefined)
