import { addDays, today, weekRange } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { forEachOpenProject } from '../../base/projects/open-projects.ts'
import { type Actor, audit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { freeze, lockReports } from './issue.ts'

/**
 * On a Monday in Shanghai: issues the report as of Sunday of each project that has a shooting day, unless it has one of that day already. Runs
 * every few minutes and may be killed: each report is a transaction of its own, and one that fails is tried again.
 */
export async function issueWeekly(services: Services, signal: AbortSignal): Promise<void> {
  const day = today(services.clock())
  if (weekRange(day)[0] !== day) return
  const job = {
    feature: 'cost_report',
    requestId: 'weekly',
    failure: 'the weekly report of a project failed:',
  } as const
  await forEachOpenProject(services, job, signal, ({ id, actor }) =>
    issueOf(services, { ...actor, project: { id } }, addDays(day, -1)),
  )
}

/** Whether the project has a shooting day, and no report of this Sunday or a later day. */
async function isDue(db: Db | Tx, id: bigint, sunday: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select 1 from shooting_days d where d.project_id = ${id})
      and not exists (select 1 from cost_reports r where r.project_id = ${id} and r.as_of >= ${sunday}) as due`.execute(
    db,
  )
  return rows[0]?.due ?? false
}

async function issueOf(
  services: Services,
  actor: Actor & { project: { id: bigint } },
  sunday: string,
): Promise<void> {
  const { id } = actor.project
  // Most projects have no report due all day long: nothing is locked for these.
  if (!(await isDue(services.db, id, sunday))) return
  await inTransaction(services.db, async (tx) => {
    await lockReports(tx, id)
    // Again: the lease of the job may have passed to another server, which has issued it meanwhile.
    if (!(await isDue(tx, id, sunday))) return
    const code = await freeze(tx, { projectId: id, issuerId: null, now: actor.now }, sunday)
    await audit(tx, actor, {
      action: 'create',
      resource: 'cost_report',
      code,
      label: `截至${sunday}`,
      after: { as_of: sunday },
    })
  })
}
