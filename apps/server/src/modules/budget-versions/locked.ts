import { BUDGET_LOCKED } from '@pianzhang/contract/budget-versions'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { projectHas } from '../../platform/features.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

export interface LockedVersion {
  id: bigint
  code: string
  name: string
  locked_at: Date
  amount: bigint
}

/** The version that the budget is locked at. */
export const lockedVersion = (db: Db | Tx, projectId: bigint): Promise<LockedVersion | undefined> =>
  db
    .selectFrom('budget_versions')
    .select(['id', 'code', 'name', 'locked_at', 'amount'])
    .where('project_id', '=', projectId)
    .where('unlocked_at', 'is', null)
    .executeTakeFirst()

const LOCKS: Record<'share' | 'update', RawBuilder<unknown>> = {
  share: sql`for share`,
  update: sql`for update`,
}

/**
 * Locks the project's row of `budget_locks` until the commit: `update` for whoever locks, unlocks or moves, `share` for whoever writes lines.
 * Returns whether the budget is locked.
 */
export async function lockBudget(tx: Tx, projectId: bigint, strength: keyof typeof LOCKS): Promise<boolean> {
  await tx
    .insertInto('budget_locks')
    .values({ project_id: projectId, version_id: null })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
  const { rows } = await sql<{ version_id: bigint | null }>`
    select l.version_id from budget_locks l where l.project_id = ${projectId} ${LOCKS[strength]}`.execute(tx)
  return (rows[0]?.version_id ?? null) !== null
}

/** Throws 422 while the budget is locked; until the commit nobody locks it. Without the feature nothing is locked. */
export async function expectUnlocked(
  tx: Tx,
  { project, features }: Pick<ProjectContext, 'project' | 'features'>,
): Promise<void> {
  if (features.has('cost_report') && (await lockBudget(tx, project.id, 'share'))) throw refused(BUDGET_LOCKED)
}

/** As `expectUnlocked`, for an import, which knows its project alone. */
export async function expectUnlockedFor(tx: Tx, projectId: bigint): Promise<void> {
  if ((await projectHas(tx, projectId, 'cost_report')) && (await lockBudget(tx, projectId, 'share')))
    throw refused(BUDGET_LOCKED)
}

/** Throws 422 if the budget is locked now, for a preview, which holds no lock. */
export async function refuseLocked(db: Db, projectId: bigint): Promise<void> {
  if ((await projectHas(db, projectId, 'cost_report')) && (await lockedVersion(db, projectId)))
    throw refused(BUDGET_LOCKED)
}
