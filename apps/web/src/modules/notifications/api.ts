import { notificationApi } from '@pianzhang/contract/api/views'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { read } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/query.ts'

/** Among the person's own queries (`COMPANY_KEYS`): notices are of all projects. */
const KEY = 'notifications'

/** A failure is silent: the next change, or the next look at the window, asks again. */
export const countsQuery = queryOptions({
  queryKey: [KEY, 'counts'],
  queryFn: ({ signal }) => read(notificationApi.counts, { signal, handled: true }),
})

/** The newest notices, `size` of them. */
export const listQuery = (size: number) =>
  queryOptions({
    queryKey: [KEY, 'list', size],
    queryFn: ({ signal }) => read(notificationApi.list, { query: { per_page: size }, signal, handled: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The newest unread notices, past the cache. */
export const readUnread = () => read(notificationApi.list, { query: { unread: '1' }, handled: true })

export const refreshNotices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Marks these notices as read; none: all of them. */
export async function markRead(codes: readonly string[] = []): Promise<void> {
  const counts = await read(notificationApi.read, { body: { codes } })
  queryClient.setQueryData(countsQuery.queryKey, counts)
  await queryClient.invalidateQueries({ queryKey: [KEY, 'list'] })
}
