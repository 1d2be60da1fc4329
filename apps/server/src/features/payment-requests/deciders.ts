import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { userNames } from '../../platform/lists/user-names.ts'
import { notify, retell } from '../../platform/notifications.ts'
import { about, waitingNotices } from './notices.ts'
import { type People, peopleOf } from './people.ts'

type Changer = Actor & { project: { id: bigint } }

/**
 * After a change of who may decide in these projects: tells those who may now what waits, takes the notices of the others back, and removes deputies who
 * may no longer decide. One statement finds the projects where something waits or somebody stands in, as most have neither. Their rules are locked before,
 * in the order of ids, so that two changes cannot deadlock.
 */
export async function retellDeciders(tx: Tx, actor: Actor, projectIds: readonly bigint[]): Promise<void> {
  if (projectIds.length === 0) return
  const ruled = await tx
    .selectFrom('approval_rules')
    .select('project_id')
    .where('project_id', '=', anyOf(projectIds))
    .orderBy('project_id')
    .execute()
  for (const { project_id } of ruled) await holdRequests(tx, project_id)
  const ids = anyOf(ruled.map(({ project_id }) => project_id))
  const { rows } = await sql<{ project_id: bigint }>`
    select r.project_id from payment_requests r where r.project_id = ${ids} and r.state = 'pending'
    union
    select d.project_id from approval_deputies d where d.project_id = ${ids} and d.end_at >= ${today(actor.now)}
    order by 1`.execute(tx)
  for (const { project_id: id } of rows) await retellIn(tx, { ...actor, project: { id } })
}

async function retellIn(tx: Tx, actor: Changer): Promise<void> {
  const { project, now } = actor
  const pending = await tx
    .selectFrom('payment_requests')
    .select(['code', 'payer', 'total', 'summary', 'waits', 'blocked', 'updated_at'])
    .where('project_id', '=', project.id)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute()
  const deputies = await tx
    .selectFrom('approval_deputies')
    .select(['user_id', 'deputy_id'])
    .where('project_id', '=', project.id)
    .where('end_at', '>=', today(now))
    .execute()
  const people = await peopleOf(tx, actor)
  await retell(
    tx,
    actor,
    pending.map((row) => ({
      about: about(row),
      since: row.updated_at,
      notices: waitingNotices(people, row),
    })),
  )
  await clearDeputies(tx, actor, people, deputies)
}

/** Locks the project's rules against `lockPeople`, which shares them for sending and deciding: until the commit no request is sent or takes a step. */
export const holdRequests = async (tx: Tx, projectId: bigint): Promise<void> => {
  await sql`select 1 from approval_rules where project_id = ${projectId} for no key update`.execute(tx)
}

/** Removes deputies who may no longer decide, or whose absent person may not. The absent person is told, as requests would wait unseen. */
async function clearDeputies(
  tx: Tx,
  actor: Changer,
  { approvers }: People,
  deputies: People['deputies'],
): Promise<void> {
  const able = new Set(approvers.map(({ id }) => id))
  const gone = deputies.filter(({ user_id, deputy_id }) => !able.has(user_id) || !able.has(deputy_id))
  if (gone.length === 0) return
  await tx
    .deleteFrom('approval_deputies')
    .where('project_id', '=', actor.project.id)
    .where('user_id', '=', anyOf(gone.map(({ user_id }) => user_id)))
    .execute()
  const names = await userNames(
    tx,
    actor,
    gone.flatMap(({ user_id, deputy_id }) => [user_id, deputy_id]),
  )
  const nameOf = (id: bigint) => names.get(id) ?? ''
  await audit(
    tx,
    actor,
    ...gone.map(({ user_id, deputy_id }) => ({
      action: 'update' as const,
      resource: 'payment_approval' as const,
      code: '',
      label: `${nameOf(user_id)} 取消代理审批`,
      before: { deputy_name: nameOf(deputy_id) },
      after: { deputy_name: '' },
    })),
  )
  await notify(
    tx,
    actor,
    gone
      .filter(({ user_id }) => able.has(user_id))
      .map(({ user_id, deputy_id }) => ({
        userId: user_id,
        kind: 'deputy',
        title: `代理审批已取消：${nameOf(deputy_id)}`,
        text: `${nameOf(deputy_id)} 已不能审批，等待您的申请由您本人审批；您仍外出时，请另选代理人。`,
        path: '/approve',
        about: 'approval_deputy',
      })),
  )
}
