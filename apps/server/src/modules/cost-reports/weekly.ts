import { addDays, today, weekRange } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { Services } from '../../platform/services.ts'
import { operatorActor } from '../companies/create.ts'
import { freeze, lockReports } from './issue.ts'

interface Project {
  id: bigint
  company_id: bigint
}

/**
 * On a Monday in Shanghai: issues the report as of Sunday of each project that has a shooting day, unless it has one of that day already. Runs
 * every few minutes and may be killed: each report is a transaction of its own, and one that fails is tried again.
 */
export async function issueWeekly(services: Services, signal: AbortSignal): Promise<void> {
  const day = today(services.clock())
  if (weekRange(day)[0] !== day) return
  const { rows } = await sql<Project>`
    select p.id, p.company_id from projects p
    join company_features f on f.company_id = p.company_id and f.feature = 'cost_report' and f.is_on
    join companies c on c.id = p.company_id and c.stopped_at is null
    where p.deleted_at is null and p.archive_at is null and p.expire_at >= ${day} order by p.id`.execute(
    services.db,
  )
  for (const project of rows) {
    if (signal.aborted) return
    try {
      await issueOf(services, project, addDays(day, -1))
    } catch (error) {
      console.error('the weekly report of a project failed:', project.id, errorForLog(error))
    }
  }
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

async function issueOf(services: Services, { id, company_id }: Project, sunday: string): Promise<void> {
  // Most projects have no report due all day long: nothing is locked for these.
  if (!(await isDue(services.db, id, sunday))) return
  const now = services.clock()
  await inTransaction(services.db, async (tx) => {
    await lockReports(tx, id)
    // Again: the lease of the job may have passed to another server, which has issued it meanwhile.
    if (!(await isDue(tx, id, sunday))) return
    const code = await freeze(tx, { projectId: id, issuerId: null, now }, sunday)
    await audit(
      tx,
      { ...operatorActor(services, company_id), userName: '系统', requestId: 'weekly', project: { id } },
      { action: 'create', resource: 'cost_report', code, label: `截至${sunday}`, after: { as_of: sunday } },
    )
  })
}
