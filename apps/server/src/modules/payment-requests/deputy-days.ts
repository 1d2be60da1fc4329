import { addDays, today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { Services } from '../../platform/services.ts'
import { operatorActor } from '../companies/create.ts'
import { retellDeciders } from './deciders.ts'

/** Days after which a deputy whose days are over is not looked at any more: the job may have been down. */
const ENDED_DAYS = 7

interface Project {
  id: bigint
  company_id: bigint
}

/** With a deputy's first day the deputy is told what waits, and with the day after the last one it waits for the deputy no more. Each hour. */
export async function retellByDay(services: Services, signal: AbortSignal): Promise<void> {
  const day = today(services.clock())
  const { rows } = await sql<Project>`
    select p.id, p.company_id from projects p
    join company_features f on f.company_id = p.company_id and f.feature = 'approval' and f.is_on
    join companies c on c.id = p.company_id and c.stopped_at is null
    where p.deleted_at is null and p.archive_at is null and p.expire_at >= ${day} order by p.id`.execute(
    services.db,
  )
  for (const project of rows) {
    if (signal.aborted) return
    try {
      await retellOf(services, project, day)
    } catch (error) {
      console.error('the notices of deputies of a project failed:', project.id, errorForLog(error))
    }
  }
}

async function retellOf(services: Services, { id, company_id }: Project, day: string): Promise<void> {
  const deputy = await services.db
    .selectFrom('approval_deputies')
    .select('user_id')
    .where('project_id', '=', id)
    .where('start_at', '<=', day)
    .where('end_at', '>=', addDays(day, -ENDED_DAYS))
    .limit(1)
    .executeTakeFirst()
  if (!deputy) return
  await inTransaction(services.db, async (tx) => {
    await services.declareWrite(tx, id)
    const actor = { ...operatorActor(services, company_id), userName: '系统', requestId: 'deputies' }
    await retellDeciders(tx, actor, [id])
  })
}
