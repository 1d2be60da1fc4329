import { today } from '@pianzhang/contract/calendar'
import type { Feature } from '@pianzhang/contract/features'
import { sql } from 'kysely'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { Services } from '../../platform/services.ts'
import { operatorActor } from '../companies/create.ts'

interface OpenProject {
  id: bigint
  /** Who the log says it was: the system. */
  actor: ReturnType<typeof operatorActor>
}

/**
 * For a job: calls `run` for each project that is neither deleted, archived nor expired and whose company is not stopped and has the feature, one after
 * the other. An error is logged after the words `failure`, and the next project comes. `requestId`: of its entries in the log.
 */
export async function forEachOpenProject(
  services: Services,
  { feature, requestId, failure }: { feature: Feature; requestId: string; failure: string },
  signal: AbortSignal,
  run: (project: OpenProject) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ id: bigint; company_id: bigint }>`
    select p.id, p.company_id from projects p
    join company_features f on f.company_id = p.company_id and f.feature = ${feature} and f.is_on
    join companies c on c.id = p.company_id and c.stopped_at is null
    where p.deleted_at is null and p.archive_at is null and p.expire_at >= ${today(services.clock())} order by p.id`.execute(
    services.db,
  )
  for (const { id, company_id } of rows) {
    if (signal.aborted) return
    try {
      await run({ id, actor: { ...operatorActor(services, company_id), userName: '系统', requestId } })
    } catch (error) {
      console.error(failure, id, errorForLog(error))
    }
  }
}
