import { z } from 'zod'
import { code, flagQuery, listOf, many, pageQuery } from './page.ts'

/** A notice is kept this many days. */
export const NOTICE_DAYS = 90

export const NOTICE_KINDS = [
  { code: 'waiting', label: '待办' },
  { code: 'approved', label: '已通过' },
  { code: 'returned', label: '已驳回' },
  { code: 'rules', label: '规则变更' },
  { code: 'deputy', label: '代理审批' },
  { code: 'approver', label: '审批人变更' },
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]['code']

/** A notice for one person. `path`: the page that shows what it is about, with its query, without the project. */
export const notification = z.object({
  code: z.string(),
  kind: z.enum(NOTICE_KINDS.map((kind) => kind.code)),
  kind_i18n: z.string(),
  title: z.string(),
  text: z.string(),
  path: z.string(),
  project: z.object({ code: z.string(), name: z.string() }).nullable(),
  created_at: z.string(),
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const notificationQuery = z.object({ ...pageQuery(), unread: flagQuery })
export type NotificationQuery = z.output<typeof notificationQuery>
export const notificationList = z.object({ ...listOf(notification), unread: z.number().int() })
export type NotificationList = z.output<typeof notificationList>
/** `latest`: when the newest unread one was made. */
export const notificationCounts = z.object({ unread: z.number().int(), latest: z.string().nullable() })
export type NotificationCounts = z.output<typeof notificationCounts>

/** Marks the caller's notices as read; without codes all of them. */
export const readBody = z.object({ codes: many(code) })
export type ReadBody = z.output<typeof readBody>
