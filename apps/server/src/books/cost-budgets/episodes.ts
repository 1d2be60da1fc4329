import type { EpisodesAnswer, EpisodesBody } from '@pianzhang/contract/cost-budgets'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { checkVersion } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { canOf } from './load.ts'

/** The project's number of episodes; version 0 while it was never set. */
export async function showEpisodes(db: Db | Tx, context: ProjectContext): Promise<EpisodesAnswer> {
  const row = await db
    .selectFrom('cost_budget_episodes')
    .select(['episodes', 'version'])
    .where('project_id', '=', context.project.id)
    .executeTakeFirst()
  return { epis: row?.episodes ?? null, version: row?.version ?? 0, can: { write: canOf(context).write } }
}

/** Sets the number, null for unset. Throws 409 for a stale version. */
export async function setEpisodes(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, EpisodesBody>,
): Promise<EpisodesAnswer> {
  const projectId = context.project.id
  // The first person to set it inserts the row, so that every later one finds a row to lock.
  await tx
    .insertInto('cost_budget_episodes')
    .values({ project_id: projectId, episodes: null, version: 0 })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
  const before = await tx
    .selectFrom('cost_budget_episodes')
    .select(['episodes', 'version'])
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  checkVersion(body.version, before.version)
  await tx
    .updateTable('cost_budget_episodes')
    .set({ episodes: body.epis, version: before.version + 1 })
    .where('project_id', '=', projectId)
    .execute()
  await audit(tx, context, {
    action: 'update',
    resource: 'cost_budget',
    code: 'epis',
    label: '集数',
    before: { epis: before.episodes },
    after: { epis: body.epis },
  })
  return await showEpisodes(tx, context)
}
