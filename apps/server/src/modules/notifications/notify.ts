import type { NoticeKind } from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import { newCode } from '../../platform/codes.ts'
import { afterCommit, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { PersonContext, ProjectContext } from '../../platform/http/route.ts'

/** A notice for one person. `about` names for `settle` what it is about, such as the code of a request; `path` is without the project. */
export interface Notice {
  userId: bigint
  kind: NoticeKind
  title: string
  text: string
  path: string
  about: string
}

/** Adds notices in the transaction of what they speak of. After the commit the open pages of these people are told. */
export async function notify(tx: Tx, context: ProjectContext, notices: readonly Notice[]): Promise<void> {
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
export async function settle(tx: Tx, context: ProjectContext, about: string): Promise<void> {
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

/** After the commit the open pages of these people ask for their notices again. */
export function tell(tx: Tx, { services }: PersonContext, userIds: readonly bigint[]): void {
  if (userIds.length > 0) afterCommit(tx, () => services.notices.tellPeople(userIds))
}
