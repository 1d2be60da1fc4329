import { formatInstant } from '@pianzhang/contract/calendar'
import {
  NOTICE_KINDS,
  type NoticeKind,
  type NotificationCounts,
  type NotificationList,
  type NotificationQuery,
} from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import { countAll, type Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { ownNotices } from './own.ts'

interface Row {
  code: string
  kind: NoticeKind
  title: string
  text: string
  path: string
  created_at: Date
  read: boolean
  project_code: string | null
  project_name: string
}

const LABELS = new Map<string, string>(NOTICE_KINDS.map(({ code, label }) => [code, label]))

/** The caller's notices, newest first, and how many of them are unread. */
export async function listNotices(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, NotificationQuery, unknown>,
): Promise<NotificationList> {
  const unread = query.unread === '1' ? sql`and n.read_at is null` : sql``
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: sql<Row>`n.code, n.kind, n.title, n.text, n.path, n.created_at, n.read_at is not null as read,
        p.code as project_code, p.name as project_name`,
      from: sql`${ownNotices(context)} ${unread}`,
      order: sql`n.id desc`,
      sums: sql<{ unread: number }>`count(*) filter (where n.read_at is null)::int4 as unread`,
    },
    query,
  )
  return {
    items: rows.map(({ project_code, project_name, created_at, ...row }) => ({
      ...row,
      kind_i18n: LABELS.get(row.kind) ?? '',
      project: project_code === null ? null : { code: project_code, name: project_name },
      created_at: formatInstant(created_at),
    })),
    listTotal: count,
    unread: sums.unread,
  }
}

export async function countNotices(db: Db, context: PersonContext): Promise<NotificationCounts> {
  const { rows } = await sql<{ count: number; latest: Date | null }>`
    select ${countAll()} as count, max(n.created_at) as latest from ${ownNotices(context)} and n.read_at is null`.execute(
    db,
  )
  const latest = rows[0]?.latest ?? null
  return { unread: rows[0]?.count ?? 0, latest: latest && formatInstant(latest) }
}
