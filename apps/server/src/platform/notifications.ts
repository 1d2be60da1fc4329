import type { NoticeKind } from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import { newCode } from './codes.ts'
import { afterCommit, anyOf, type Tx } from './database/database.ts'
import { jsonFor } from './database/json.ts'
import type { Services } from './services.ts'

/** A notice for one person. `about` names for `settle` what it is about, such as the code of a request; `path` is without the project. */
export interface Notice {
  userId: bigint
  kind: NoticeKind
  title: string
  text: string
  path: string
  about: string
}

/** The project that notices speak of, and when. */
export interface NoticeScope {
  companyId: bigint
  project: { id: bigint }
  now: Date
  services: Pick<Services, 'notices'>
}

/** Adds notices in the transaction of what they speak of. After the commit the open pages of these people are told. */
export async function notify(tx: Tx, context: NoticeScope, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ userId, ...notice }, ordinal) => ({
    ...notice,
    ordinal,
    user_id: userId,
    code: newCode(),
  }))
  await sql`insert into notifications (company_id, project_id, user_id, code, kind, title, text, path, about, created_at)
    select ${context.companyId}, ${context.project.id}, n.user_id, n.code, n.kind, n.title, n.text, n.path, n.about, ${context.now}
    from jsonb_to_recordset(${jsonFor(rows)}::jsonb)
      as n(ordinal bigint, user_id bigint, code text, kind text, title text, text text, path text, about text)
    order by n.ordinal`.execute(tx)
  tell(
    tx,
    context,
    notices.map(({ userId }) => userId),
  )
}

/** Marks the notices that wait for what somebody has decided now as read, whoever got them, and tells the pages of these people. */
export async function settle(tx: Tx, context: NoticeScope, about: string): Promise<void> {
  const settled = await tx
    .updateTable('notifications')
    .set({ read_at: context.now })
    .where('company_id', '=', context.companyId)
    .where('project_id', '=', context.project.id)
    .where('about', '=', about)
    .where('kind', '=', 'waiting')
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  tell(
    tx,
    context,
    settled.map(({ user_id }) => user_id),
  )
}

/** What waits for people, one notice for each of them; `since` when it began to wait. */
interface WaitingFor {
  about: string
  since: Date
  notices: readonly Notice[]
}

/**
 * The people for whom something waits have changed: adds the notices that are missing, and removes those of people for whom it does not wait any
 * more. Who has read the notice is not told again.
 */
export async function retell(tx: Tx, context: NoticeScope, waiting: readonly WaitingFor[]): Promise<void> {
  const present = await tx
    .selectFrom('notifications')
    .select(['id', 'user_id', 'about', 'read_at', 'created_at'])
    .where('company_id', '=', context.companyId)
    .where('project_id', '=', context.project.id)
    .where('kind', '=', 'waiting')
    .where('about', '=', anyOf(waiting.map(({ about }) => about)))
    .execute()
  const missing: Notice[] = []
  const removed: typeof present = []
  for (const { about, since, notices } of waiting) {
    const own = present.filter((row) => row.about === about)
    const told = new Set(
      own.filter((row) => row.read_at === null || row.created_at >= since).map(({ user_id }) => user_id),
    )
    const people = new Set(notices.map(({ userId }) => userId))
    missing.push(...notices.filter(({ userId }) => !told.has(userId)))
    removed.push(...own.filter((row) => row.read_at === null && !people.has(row.user_id)))
  }
  if (removed.length > 0)
    await tx
      .deleteFrom('notifications')
      .where('company_id', '=', context.companyId)
      .where('id', '=', anyOf(removed.map(({ id }) => id)))
      .execute()
  tell(
    tx,
    context,
    removed.map(({ user_id }) => user_id),
  )
  await notify(tx, context, missing)
}

/** After the commit the open pages of all who have unread notices of the project ask for them again. */
export async function tellReaders(tx: Tx, context: NoticeScope): Promise<void> {
  const readers = await tx
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('company_id', '=', context.companyId)
    .where('project_id', '=', context.project.id)
    .where('read_at', 'is', null)
    .execute()
  tell(
    tx,
    context,
    readers.map(({ user_id }) => user_id),
  )
}

/** After the commit the open pages of these people ask for their notices again. */
export function tell(tx: Tx, { services }: Pick<NoticeScope, 'services'>, userIds: readonly bigint[]): void {
  if (userIds.length > 0) afterCommit(tx, () => services.notices.tellPeople(userIds))
}
