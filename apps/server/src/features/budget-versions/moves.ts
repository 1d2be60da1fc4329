import type { BudgetMove, MoveBody } from '@pianzhang/contract/budget-versions'
import { today } from '@pianzhang/contract/calendar'
import { costBudgetBody } from '@pianzhang/contract/cost-budgets'
import type { FieldError } from '@pianzhang/contract/errors'
import { formatYuan, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { findSubjects, subjectFault } from '../../base/subjects/booked-subjects.ts'
import { lockBudget, lockedVersion, moveNumber } from '../../books/cost-budgets/budget-lock.ts'
import { costBudgetAnswers, loadCostBudgets, logEntry } from '../../books/cost-budgets/load.ts'
import { insertCostBudgets } from '../../books/cost-budgets/save.ts'
import { type AuditEntry, audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { ownerOf } from '../../platform/lists/records.ts'
import { takeNumbers } from '../../platform/numbers.ts'
import { reportLines, scopeOf } from '../cost-reports/lines.ts'
import { loadMove, moveAnswers } from './move-list.ts'

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

/** The next number of the project, which no deleted move had. Moves of before there was a counter are counted in. */
async function takeMoveNumber(tx: Tx, { project, services }: ProjectContext): Promise<number> {
  const { last } = await tx
    .selectFrom('budget_moves')
    .select(sql<bigint>`coalesce(max(no), 0)::int8`.as('last'))
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  const take = (count: bigint) => takeNumbers(services.numbers, project.id, 'budget_move', Number(count))
  const next = await take(1n)
  if (next > last) return Number(next)
  const behind = last - next + 1n
  return Number((await take(behind)) + behind - 1n)
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
  const no = await takeMoveNumber(tx, context)
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
  const [saved] = await moveAnswers(tx, context, [await loadMove(tx, project.id, move.code)])
  await audit(tx, context, entryOf('create', saved as BudgetMove))
  return { ...(saved as BudgetMove), warning: await warningOf(tx, context, move.from_id) }
}

/**
 * Said where a subject has less budget than it costs already, with what is committed, as today's report has them; the figures only to whoever may read
 * the report.
 */
async function warningOf(
  tx: Tx,
  { project, now, can }: ProjectContext,
  subjectId: bigint,
): Promise<string | null> {
  const scope = await scopeOf(tx, { projectId: project.id, asOf: today(now), later: true })
  const { rows } = await sql<{ budget: bigint; cost: bigint }>`
    with ${reportLines(scope)}
    select l.budget, l.spent + l.committed as cost from line l where l.id = ${subjectId}`.execute(tx)
  const [sums] = rows
  if (!sums || sums.budget >= sums.cost) return null
  if (!can('cost_report', 'read')) return '调出科目的预算已低于其成本'
  return `调出科目的预算 ${formatYuan(sums.budget)} 元已低于累计发生与合同未付之和 ${formatYuan(sums.cost)} 元`
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
  const lines = await loadCostBudgets(
    tx,
    projectId,
    rows.map(({ code }) => code),
    true,
  )
  const written = new Map([
    [row.from_line, -row.amount],
    [row.to_line, row.amount],
  ])
  // Without the feature the lines of a locked budget go as they like.
  if (lines.length < 2 || lines.some(({ id, amount }) => written.get(id) !== amount))
    throw refused(`调剂${moveNumber(row.no)}的预算明细已被修改或删除，不能删除该调剂`)
  const removed = await costBudgetAnswers(tx, context, lines)
  const [move] = await moveAnswers(tx, context, [row])
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
