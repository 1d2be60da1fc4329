import { addDays, today } from '@pianzhang/contract/calendar'
import { forEachOpenProject } from '../../base/projects/open-projects.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { retellDeciders } from './deciders.ts'

/** A deputy is looked at for so many days after the last one, as the job may not have run on the day after it. */
const ENDED_DAYS = 7

/** From their first day on deputies are told what waits for them, and after the last day it is taken back. Runs each hour. */
export async function retellByDay(services: Services, signal: AbortSignal): Promise<void> {
  const day = today(services.clock())
  const job = {
    feature: 'approval',
    requestId: 'deputies',
    failure: 'the notices of deputies of a project failed:',
  } as const
  await forEachOpenProject(services, job, signal, async ({ id, actor }) => {
    if (!(await hasDeputies(services.db, id, day))) return
    await inTransaction(services.db, async (tx) => {
      await services.declareWrite(tx, id)
      await retellDeciders(tx, actor, [id])
    })
  })
}

async function hasDeputies(db: Db, projectId: bigint, day: string): Promise<boolean> {
  const deputy = await db
    .selectFrom('approval_deputies')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('start_at', '<=', day)
    .where('end_at', '>=', addDays(day, -ENDED_DAYS))
    .limit(1)
    .executeTakeFirst()
  return deputy !== undefined
}
