import type { NotificationCounts, NotificationList } from '@pianzhang/contract/notifications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/query.ts'

/** Among the person's own queries (`COMPANY_KEYS`): notices are of all projects. */
const KEY = 'notifications'
const PATH = '/api/manager/notifications'

/** A failure is silent: the next change, or the next look at the window, asks again. */
export const countsQuery = queryOptions({
  queryKey: [KEY, 'counts'],
  queryFn: async ({ signal }) =>
    (await api.get<NotificationCounts>(`${PATH}/counts`, undefined, { signal, handled: true })).data,
})

/** The newest notices, `size` of them. */
export const listQuery = (size: number) =>
  queryOptions({
    queryKey: [KEY, 'list', size],
    queryFn: async ({ signal }) =>
      (await api.get<NotificationList>(PATH, { per_page: size }, { signal, handled: true })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The newest unread notices, past the cache. */
export const readUnread = async (): Promise<NotificationList> =>
  (await api.get<NotificationList>(PATH, { unread: '1' }, { handled: true })).data

export const refreshNotices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Marks these notices as read; none: all of them. */
export async function markRead(codes: readonly string[] = []): Promise<void> {
  const { data } = await api.post<NotificationCounts>(`${PATH}/read`, { codes })
  queryClient.setQueryData(countsQuery.queryKey, data)
  await queryClient.invalidateQueries({ queryKey: [KEY, 'list'] })
}
