import { MAX_PAGE_SIZE, PAGE_SIZE } from '@pianzhang/contract/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api.ts'
import type { CallOptions, Query } from '../api/endpoint.ts'
import { queryClient } from '../query.ts'
import { preference } from '../session/preferences.ts'

/** Envelope code for a record that does not exist. */
export const GONE = 404
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === GONE

/** Query of one page of a list; its key is `resource` and `params`. The `read` of the result bypasses the cache, for printing. */
export const listQuery = <L>(resource: string, params: Query, read: (options: CallOptions) => Promise<L>) => {
  const queryKey = [resource, 'list', params]
  const query = queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      // A first load's failure is shown in place of the rows; a failed reload keeps the old rows, so it is reported as
      // a toast.
      const handled = queryClient.getQueryData(queryKey) === undefined || []
      return read({ signal, handled })
    },
    placeholderData: keepPreviousData,
  })
  return Object.assign(query, { read })
}

/** Returns a function that reads any page of the records that a search matches, at the API's largest page size. */
export const pagesOf =
  <S extends object, L>(
    query: (search: S, size: number) => ReturnType<typeof listQuery<L>>,
    search: S,
  ): ((page: number, signal: AbortSignal) => Promise<L>) =>
  (page, signal) =>
    query({ ...search, page, per_page: MAX_PAGE_SIZE }, MAX_PAGE_SIZE).read({ signal })

/** Preference key of a list's page size. */
export const sizeKey = (list: string): string => `${list}.size`

/**
 * Route loader of a list: prefetches the rows while the page's code loads, without waiting for them. `shown`: whether
 * the address shows the list.
 */
export const listLoader =
  <S extends { per_page?: number | undefined }, L>(
    { name, parse }: { name: string; parse: (raw: object) => S },
    query: (search: S, size: number) => ReturnType<typeof listQuery<L>>,
    shown: (search: S) => boolean = () => true,
  ) =>
  (raw: object): void => {
    const search = parse(raw)
    const size = search.per_page ?? preference(sizeKey(name), PAGE_SIZE)
    if (shown(search)) void queryClient.prefetchQuery(query(search, size))
  }

/** For `.catch()`: when the record is already gone, reloads the list and rethrows. */
export const listIfGone =
  (resource: string) =>
  (error: unknown): never => {
    if (isGone(error)) void queryClient.invalidateQueries({ queryKey: [resource, 'list'] })
    throw error
  }
