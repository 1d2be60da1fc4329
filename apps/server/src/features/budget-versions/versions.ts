import type {
  BudgetVersion,
  BudgetVersionList,
  BudgetVersionQuery,
  LockBody,
  UnlockBody,
} from '@pianzhang/contract/budget-versions'
import { formatInstant } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { lockBudget, lockedVersion } from '../../books/cost-budgets/budget-lock.ts'
import { costBudgetTotal } from '../../books/cost-budgets/load.ts'
import { type AuditEntry, audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { Failure, missing, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { rightsTo } from '../../platform/lists/records.ts'
import { userNames } from '../../platform/lists/user-names.ts'
import { versionConditions } from './filters.ts'

/** A version, and how many moves were made while it was locked. */
export interface VersionRow {
  id: bigint
  code: string
  no: number
  name: string
  amount: bigint
  creator_id: bigint
  locked_at: Date
  unlocker_id: bigint | null
  unlocked_at: Date | null
  unlock_reason: string
  moves: number
}

/** Columns of version `v`. */
export const versionColumns = (
  projectId: bigint,
) => sql<VersionRow>`v.id, v.code, v.no, v.name, v.amount, v.creator_id, v.locked_at, v.unlocker_id, v.unlocked_at, v.unlock_reason,
  (select count(*)::int4 from budget_moves m where m.project_id = ${projectId} and m.version_id = v.id) as moves`

export const canOf = rightsTo('budget_version')

async function answersOf(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly VersionRow[],
): Promise<BudgetVersion[]> {
  const names = await userNames(
    db,
    context,
    rows.flatMap(({ creator_id, unlocker_id }) => [
      creator_id,
      ...(unlocker_id === null ? [] : [unlocker_id]),
    ]),
  )
  return rows.map((row) => ({
    code: row.code,
    no: row.no,
    name: row.name,
    amount_yuan: yuan(row.amount),
    locked: row.unlocked_at === null,
    locked_at: formatInstant(row.locked_at),
    creator_name: names.get(row.creator_id) ?? '',
    unlocked_at: row.unlocked_at && formatInstant(row.unlocked_at),
    unlocker_name: row.unlocker_id === null ? '' : (names.get(row.unlocker_id) ?? ''),
    unlock_reason: row.unlock_reason,
    moves: row.moves,
    can: { unlock: row.unlocked_at === null && canOf(context).delete },
  }))
}

async function readVersion(db: Db | Tx, context: ProjectContext, code: string): Promise<BudgetVersion> {
  const { rows } = await sql<VersionRow>`select ${versionColumns(context.project.id)} from budget_versions v
    where v.project_id = ${context.project.id} and v.code = ${code}`.execute(db)
  if (!rows[0]) throw missing()
  const [answer] = await answersOf(db, context, rows)
  return answer as BudgetVersion
}

const entryOf = (
  action: 'create' | 'update',
  { code, no, name, amount_yuan, unlock_reason }: BudgetVersion,
  before: Record<string, unknown> | null,
): AuditEntry => ({
  action,
  resource: 'budget_version',
  code,
  label: `第${no}版 ${name}`,
  before,
  after: { no, name, amount_yuan, ...(unlock_reason && { unlock_reason }) },
})

/** Locks the budget as it is. Throws 422 for an empty one, 409 if it is locked. */
export async function lockVersion(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, LockBody>,
): Promise<BudgetVersion> {
  const { project, userId, now } = context
  if (await lockBudget(tx, project.id, 'update')) throw new Failure('stale', '预算已锁定，请先解锁')
  const { rows } = await sql<{ no: number; name: string | null; lines: number; amount: bigint }>`select
    (select coalesce(max(v.no), 0)::int4 + 1 from budget_versions v where v.project_id = ${project.id}) as no,
    (select v.name from budget_versions v where v.project_id = ${project.id} and v.name = ${body.name} limit 1) as name,
    (select count(*)::int4 from cost_budgets b where b.project_id = ${project.id}) as lines,
    (select coalesce(sum(b.amount), 0) from cost_budgets b where b.project_id = ${project.id}) as amount`.execute(
    tx,
  )
  const state = rows[0]
  if (!state || state.lines === 0) throw refused('费用预算为空，不能锁定')
  if (state.name !== null)
    throw new Failure('invalid', '版本名称已存在', [{ field: 'name', message: '版本名称已存在' }])
  const version = await tx
    .insertInto('budget_versions')
    .values({
      project_id: project.id,
      code: newCode(),
      no: state.no,
      name: body.name,
      amount: state.amount,
      creator_id: userId,
      locked_at: now,
      unlocker_id: null,
      unlocked_at: null,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  await sql`insert into budget_version_rows (project_id, version_id, subject_id, amount)
    select ${project.id}, ${version.id}, b.subject_id, sum(b.amount) from cost_budgets b
    where b.project_id = ${project.id} group by b.subject_id`.execute(tx)
  await tx
    .updateTable('budget_locks')
    .set({ version_id: version.id })
    .where('project_id', '=', project.id)
    .execute()
  const saved = await readVersion(tx, context, version.code)
  await audit(tx, context, entryOf('create', saved, null))
  return saved
}

/** Unlocks the budget: its lines can be edited again; the version stays. */
export async function unlockVersion(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, UnlockBody>,
): Promise<BudgetVersion> {
  const { project, userId, now } = context
  await lockBudget(tx, project.id, 'update')
  const before = await readVersion(tx, context, params.code)
  if (!before.locked) throw new Failure('stale', '该版本已解锁')
  await tx
    .updateTable('budget_versions')
    .set({ unlocker_id: userId, unlocked_at: now, unlock_reason: body.reason })
    .where('project_id', '=', project.id)
    .where('code', '=', params.code)
    .execute()
  await tx
    .updateTable('budget_locks')
    .set({ version_id: null })
    .where('project_id', '=', project.id)
    .execute()
  const saved = await readVersion(tx, context, params.code)
  const { no, name, amount_yuan } = before
  await audit(tx, context, entryOf('update', saved, { no, name, amount_yuan }))
  return saved
}

/** The versions that match, the last first, and what the pages of the budget show while it is locked. */
export async function listVersions(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, BudgetVersionQuery, unknown>,
): Promise<BudgetVersionList> {
  const projectId = context.project.id
  const { rows, count } = await listPage(
    db,
    {
      columns: versionColumns(projectId),
      from: sql`budget_versions v where ${await versionConditions(db, projectId, query)}`,
      order: sql`v.no desc`,
    },
    query,
  )
  const locked = await lockedVersion(db, projectId)
  return {
    items: await answersOf(db, context, rows),
    listTotal: count,
    locked: locked ? await figuresOf(db, projectId, locked) : null,
    can: canOf(context),
  }
}

async function figuresOf(
  db: Db,
  projectId: bigint,
  { code, name, locked_at, amount }: NonNullable<Awaited<ReturnType<typeof lockedVersion>>>,
): Promise<NonNullable<BudgetVersionList['locked']>> {
  const [current, moved] = await Promise.all([
    costBudgetTotal(projectId).execute(db),
    movedTotal(projectId).execute(db),
  ])
  return {
    code,
    name,
    locked_at: formatInstant(locked_at),
    original_yuan: yuan(amount),
    current_yuan: yuan(current.rows[0]?.amount ?? 0n),
    moves: moved.rows[0]?.moves ?? 0,
    moved_yuan: yuan(moved.rows[0]?.amount ?? 0n),
  }
}

/** How many moves were made since the budget was locked, and their sum in fen; they change no total. */
const movedTotal = (projectId: bigint): RawBuilder<{ moves: number; amount: bigint }> => sql`
  select count(*)::int4 as moves, coalesce(sum(m.amount), 0) as amount from budget_moves m
  join budget_versions v on v.project_id = ${projectId} and v.id = m.version_id and v.unlocked_at is null
  where m.project_id = ${projectId}`
