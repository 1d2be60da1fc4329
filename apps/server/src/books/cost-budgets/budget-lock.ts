import { BUDGET_LOCKED } from '@pianzhang/contract/budget-versions'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { projectHas } from '../../platform/features.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

interface LockedVersion {
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

/**
 * Why lines of the budget, by their codes, cannot be changed: a move has written them, and the other one and the move would then say what the budget no
 * longer has. Both lines of a move may be deleted together. Without the feature no move is seen.
 */
export async function movedFaults(
  tx: Tx,
  { project, features }: Pick<ProjectContext, 'project' | 'features'>,
  codes: readonly string[],
  act: '修改' | '删除',
): Promise<ReadonlyMap<string, string>> {
  if (!features.has('cost_report')) return new Map()
  const beside = act === '删除' ? sql`and not (o.code = any(${codes}::text[]))` : sql``
  const { rows } = await sql<{ code: string; no: number }>`
    select b.code, m.no from cost_budgets b
    join budget_moves m on m.project_id = ${project.id} and b.id in (m.from_line, m.to_line)
    join cost_budgets o on o.project_id = ${project.id} and o.id in (m.from_line, m.to_line) and o.id <> b.id ${beside}
    where b.project_id = ${project.id} and b.code = any(${codes}::text[]) order by m.no, b.id`.execute(tx)
  const way = act === '删除' ? '请与另一条一起删除，或锁定预算后用预算调剂调回' : '请锁定预算后用预算调剂调整'
  return new Map(
    rows.map(({ code, no }) => [code, `该明细是调剂${moveNumber(no)}的两条明细之一，不能单独${act}，${way}`]),
  )
}

/** Throws the first of `movedFaults`. */
export async function refuseMoved(...of: Parameters<typeof movedFaults>): Promise<void> {
  for (const fault of (await movedFaults(...of)).values()) throw refused(fault)
}

/** The move's number: DJ0001. */
export const moveNumber = (no: number): string => `DJ${String(no).padStart(4, '0')}`
