import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { userNames } from '../../platform/lists/user-names.ts'
import { notify, retell } from '../notifications/notify.ts'
import { about, waitingNotices } from './notices.ts'
import { type People, peopleOf } from './people.ts'

type Changer = Actor & { project: { id: bigint } }

/**
 * After a change of who may decide in these projects: tells those who may now what waits, takes the notices of the others back, and removes deputies who
 * may no longer decide. Statements for all projects at once find those where something waits or somebody stands in, as most have neither.
 */
export async function retellDeciders(tx: Tx, actor: Actor, projectIds: readonly bigint[]): Promise<void> {
  if (projectIds.length === 0) return
  const held = await holdRequests(tx, projectIds)
  const { rows } = await sql<{ project_id: bigint }>`
    select r.project_id from payment_requests r where r.project_id = ${anyOf(held)} and r.state = 'pending'
    union
    select d.project_id from approval_deputies d where d.project_id = ${anyOf(held)} and d.end_at >= ${today(actor.now)}
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

/**
 * Locks the rules of projects, which whoever sends a request or decides on one shares (`lockPeople`): until the commit none is sent, and none passes to
 * its next step. In the order of ids, so that two changes cannot deadlock. Returns the projects that have rules.
 */
export async function holdRequests(tx: Tx, projectIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ project_id: bigint }>`
    select a.project_id from approval_rules a where a.project_id = ${anyOf(projectIds)} order by a.project_id for no key update`.execute(
    tx,
  )
  return rows.map(({ project_id }) => project_id)
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
