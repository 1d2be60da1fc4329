import type { BudgetMove, BudgetMoveList, MoveBody } from '@pianzhang/contract/budget-versions'
import { today } from '@pianzhang/contract/calendar'
import { costBudgetBody } from '@pianzhang/contract/cost-budgets'
import type { FieldError } from '@pianzhang/contract/errors'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type AuditEntry, audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { Failure, invalid, missing, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/created.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { recordRows } from '../../platform/lists/record-rows.ts'
import { ownerOf } from '../../platform/lists/records.ts'
import { costBudgetAnswers, loadCostBudgets, logEntry } from '../cost-budgets/load.ts'
import { insertCostBudgets } from '../cost-budgets/save.ts'
import { reportLines, scopeOf } from '../cost-reports/lines.ts'
import { findSubjects, subjectFault } from '../subjects/booked.ts'
import { lockBudget, lockedVersion } from './locked.ts'
import { canOf } from './versions.ts'

interface MoveRow {
  id: bigint
  code: string
  no: number
  version_name: string
  from_code: string
  from_out_code: string
  from_name: string
  to_code: string
  to_out_code: string
  to_name: string
  amount: bigint
  reason: string
  moved_at: string
  from_line: bigint
  to_line: bigint
  creator_id: bigint
  created_at: Date
  /** Whether it is the last move of the locked version. */
  is_last: boolean
}

/** The move's number: DJ0001. */
export const moveNumber = (no: number): string => `DJ${String(no).padStart(4, '0')}`

const columns = (projectId: bigint) => sql<MoveRow>`m.id, m.code, m.no, v.name as version_name,
  f.code as from_code, f.out_code as from_out_code, f.name as from_name, t.code as to_code, t.out_code as to_out_code, t.name as to_name,
  m.amount, m.reason, m.moved_at, m.from_line, m.to_line, m.creator_id, m.created_at,
  v.unlocked_at is null and not exists (
    select 1 from budget_moves n where n.project_id = ${projectId} and n.no > m.no) as is_last`
const moves = (projectId: bigint): RawBuilder<unknown> => sql`budget_moves m
  join budget_versions v on v.project_id = ${projectId} and v.id = m.version_id
  join subjects f on f.project_id = ${projectId} and f.id = m.from_id
  join subjects t on t.project_id = ${projectId} and t.id = m.to_id
  where m.project_id = ${projectId}`

async function answersOf(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly MoveRow[],
): Promise<BudgetMove[]> {
  const created = await createdOf(db, context, rows)
  return rows.map((row) => ({
    code: row.code,
    number: moveNumber(row.no),
    version_name: row.version_name,
    from: { code: row.from_code, out_code: row.from_out_code, name: row.from_name },
    to: { code: row.to_code, out_code: row.to_out_code, name: row.to_name },
    amount_yuan: yuan(row.amount),
    reason: row.reason,
    moved_at: row.moved_at,
    ...created(row),
    can: { delete: row.is_last && canOf(context).delete },
  }))
}

async function loadMove(db: Db | Tx, projectId: bigint, code: string): Promise<MoveRow> {
  const { rows } =
    await sql<MoveRow>`select ${columns(projectId)} from ${moves(projectId)} and m.code = ${code}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

function entryOf(action: 'create' | 'delete', move: BudgetMove): AuditEntry {
  const subject = ({ out_code, name }: BudgetMove['from']) => `${out_code} ${name}`
  const { number, amount_yuan, reason, moved_at } = move
  const state = { number, from: subject(move.from), to: subject(move.to), amount_yuan, reason, moved_at }
  return {
    action,
    resource: 'budget_version',
    code: move.code,
    label: `${number} ${state.from} → ${state.to} ${amount_yuan}元`,
    before: action === 'delete' ? state : null,
    after: action === 'create' ? state : null,
  }
}

/** Moves budget from one subject to another: two ordinary lines, so that every chart has it and the total stays. */
export async function createMove(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, MoveBody>,
): Promise<BudgetMove & { warning: string | null }> {
  const { project, userId, now } = context
  await lockBudget(tx, project.id, 'update')
  const version = await lockedVersion(tx, project.id)
  if (!version) throw refused('预算未锁定，请先锁定预算')
  const subjects = await findSubjects(tx, project.id, [body.from_code, body.to_code])
  const problems: FieldError[] = []
  for (const field of ['from_code', 'to_code'] as const) {
    const fault = subjectFault(subjects.get(body[field]))
    if (fault !== undefined) problems.push({ field, message: fault })
  }
  if (problems.length === 0 && body.from_code === body.to_code)
    problems.push({ field: 'to_code', message: '调入科目不能与调出科目相同' })
  if (problems.length > 0) throw invalid(problems)
  const { no } = await tx
    .selectFrom('budget_moves')
    .select(sql<number>`coalesce(max(no), 0)::int4 + 1`.as('no'))
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  const line = (subject_three_code: string, amount: bigint) =>
    costBudgetBody.parse({
      subject_three_code,
      unit_price: yuan(amount),
      quantity: '1',
      unit: '项',
      remark: `调剂${moveNumber(no)}`,
    })
  const codes = await insertCostBudgets(tx, ownerOf(context), [
    line(body.from_code, -body.amount),
    line(body.to_code, body.amount),
  ])
  const rows = await loadCostBudgets(tx, project.id, codes)
  const lines = await costBudgetAnswers(tx, context, rows)
  await audit(tx, context, ...lines.map((budget) => logEntry('create', { after: budget })))
  const lineOf = (code: string | undefined) => rows.find((row) => row.code === code)?.id ?? 0n
  const move = await tx
    .insertInto('budget_moves')
    .values({
      project_id: project.id,
      code: newCode(),
      no,
      version_id: version.id,
      from_id: subjects.get(body.from_code)?.id ?? 0n,
      to_id: subjects.get(body.to_code)?.id ?? 0n,
      amount: body.amount,
      reason: body.reason,
      moved_at: body.moved_at,
      from_line: lineOf(codes[0]),
      to_line: lineOf(codes[1]),
      creator_id: userId,
      created_at: now,
    })
    .returning(['code', 'from_id'])
    .executeTakeFirstOrThrow()
  const [saved] = await answersOf(tx, context, [await loadMove(tx, project.id, move.code)])
  await audit(tx, context, entryOf('create', saved as BudgetMove))
  return { ...(saved as BudgetMove), warning: await warningOf(tx, context, move.from_id) }
}

/** Said where a subject has less budget than it costs already, with what is committed, as today's report has them. */
async function warningOf(
  tx: Tx,
  { project, now }: ProjectContext,
  subjectId: bigint,
): Promise<string | null> {
  const scope = await scopeOf(tx, { projectId: project.id, asOf: today(now), later: true })
  const { rows } = await sql<{ budget: bigint; cost: bigint }>`
    with ${reportLines(scope)}
    select l.budget, l.spent + l.committed as cost from line l where l.id = ${subjectId}`.execute(tx)
  const [sums] = rows
  if (!sums || sums.budget >= sums.cost) return null
  return `调出科目的预算 ${yuan(sums.budget)} 元已低于累计发生与合同未付之和 ${yuan(sums.cost)} 元`
}

/** Takes back the last move, while its version is locked: both of its lines go. */
export async function removeMove(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Record<string, never>> {
  const projectId = context.project.id
  await lockBudget(tx, projectId, 'update')
  const row = await loadMove(tx, projectId, params.code)
  if (!row.is_last) throw refused('只能删除已锁定预算的最后一笔调剂')
  const { rows } = await sql<{ code: string }>`select b.code from cost_budgets b
    where b.project_id = ${projectId} and b.id = any(${[row.from_line, row.to_line]}) order by b.id`.execute(
    tx,
  )
  // Lines of a locked budget are edited by nobody, but the budget may have been unlocked in between and locked again.
  if (rows.length < 2) throw new Failure('stale')
  const lines = await loadCostBudgets(
    tx,
    projectId,
    rows.map(({ code }) => code),
    true,
  )
  const removed = await costBudgetAnswers(tx, context, lines)
  const [move] = await answersOf(tx, context, [row])
  await tx.deleteFrom('budget_moves').where('project_id', '=', projectId).where('id', '=', row.id).execute()
  await tx
    .deleteFrom('cost_budgets')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(lines.map(({ id }) => id)))
    .execute()
  await audit(
    tx,
    context,
    entryOf('delete', move as BudgetMove),
    ...removed.map((budget) => logEntry('delete', { before: budget })),
  )
  return {}
}

/** The moves, the last first. */
export async function listMoves(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, { page: number; per_page: number }, unknown>,
): Promise<BudgetMoveList> {
  const projectId = context.project.id
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: columns(projectId),
      from: moves(projectId),
      order: sql`m.no desc`,
      sums: sql<{ total: bigint }>`coalesce(sum(m.amount), 0) as total`,
    },
    query,
  )
  return {
    items: await answersOf(db, context, rows),
    listTotal: count,
    total_amount_yuan: yuan(sums.total),
    can: canOf(context),
  }
}

/** The moves as a spreadsheet, the first first. */
export const moveExport = listExport({
  path: '/budget_moves/export',
  model: 'budget_version',
  summary: 'A spreadsheet of the moves',
  query: z.object({}),
  async prepare(link) {
    const projectId = link.project.id
    const column = (title: string, width: number) => ({ title, kind: 'text' as const, width })
    return {
      name: '预算调剂',
      columns: [
        column('调剂编号', 12),
        column('调剂日期', 12),
        column('调出科目', 28),
        column('调入科目', 28),
        { title: '金额（元）', kind: 'money', summed: true, width: 18 },
        column('调剂原因', 40),
        column('预算版本', 18),
        column('创建人', 12),
        column('创建时间', 18),
      ],
      rows: recordRows(
        link,
        sql<MoveRow>`select ${columns(projectId)} from ${moves(projectId)} order by m.no`,
        (row) => [
          moveNumber(row.no),
          row.moved_at,
          `${row.from_out_code} ${row.from_name}`,
          `${row.to_out_code} ${row.to_name}`,
          row.amount,
          row.reason,
          row.version_name,
          row.creator,
          row.created,
        ],
      ),
    }
  },
})
