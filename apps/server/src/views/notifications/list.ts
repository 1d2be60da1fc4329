import { formatInstant, today } from '@pianzhang/contract/calendar'
import {
  NOTICE_KINDS,
  type NoticeKind,
  type NotificationCounts,
  type NotificationList,
  type NotificationQuery,
} from '@pianzhang/contract/notifications'
import type { Action, Model } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import { entered } from '../../base/projects/load.ts'
import { anyOf, countAll, type Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'

/** The right without which notices of a kind are not shown, as they say what the right is for. */
const NEEDS: Readonly<Record<NoticeKind, readonly [Model, Action]>> = {
  waiting: ['payment_approval', 'write'],
  approved: ['payment_request', 'read'],
  returned: ['payment_request', 'read'],
  deputy: ['payment_approval', 'write'],
  rules: ['payment_request', 'read'],
  approver: ['project', 'write'],
}

/**
 * The caller's notices `n`, without those of projects `p` that they may not enter any more or that are archived, and of kinds for which they lack the
 * right. What waits in an expired project is left out, as nobody can decide on it.
 */
const ownNotices = (context: PersonContext) => {
  const shown = NOTICE_KINDS.filter(({ code }) => context.can(...NEEDS[code])).map(({ code }) => code)
  return sql`notifications n left join projects p on p.id = n.project_id
  where n.company_id = ${context.companyId} and n.user_id = ${context.userId}
    and (n.project_id is null or (${entered(context)} and p.archive_at is null
      and (n.kind <> 'waiting' or p.expire_at >= ${today(context.now)})))
    and n.kind = ${anyOf(shown)}`
}

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
