import type { Notification as Notice } from '@pianzhang/contract/notifications'
import { isCompanyPath, withProject } from '../../platform/address/search.ts'

/** The number on the bell; null: none. */
export const badgeOf = (unread: number): string | null =>
  unread === 0 ? null : unread > 99 ? '99+' : String(unread)

export const labelOf = (unread: number): string => (unread === 0 ? '通知' : `通知，${unread}条未读`)

/** The page that shows what a notice is about, in the notice's project. */
export const hrefOf = ({ path, project }: Pick<Notice, 'path' | 'project'>): string =>
  project && !isCompanyPath(path) ? withProject(path, project.code) : path

/** What the desktop shows of new notices, newest first: one by itself, several as their number. */
export function announcementOf(
  notices: readonly Notice[],
): { title: string; body: string; tag: string } | null {
  const [first] = notices
  if (!first) return null
  if (notices.length > 1)
    return { title: `片账：${notices.length}条新通知`, body: first.title, tag: 'pianzhang-notices' }
  return {
    title: first.title,
    body: [first.text, first.project?.name].filter(Boolean).join('\n'),
    tag: first.code,
  }
}

/** The notices made after `since`, an instant of the API, whose texts sort by time. Null: nothing was seen yet, and nothing is new. */
export const newSince = (notices: readonly Notice[], since: string | null): Notice[] =>
  since === null ? [] : notices.filter(({ created_at }) => created_at > since)
