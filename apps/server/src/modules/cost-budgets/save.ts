import {
  budgetAmount,
  type CostBudget,
  type CostBudgetBody,
  costBudgetBody,
} from '@pianzhang/contract/cost-budgets'
import { audit } from '../../platform/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database.ts'
import { checkVersion, invalid } from '../../platform/errors.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { validFields } from '../../platform/valid-fields.ts'
import { type FoundSubject, findSubjects } from '../subjects/booked.ts'
import { logEntry, readBudget } from './load.ts'
import { type BudgetFields, problemsOf } from './rules.ts'

/** Who creates the rows, in which project, when, and by which import. */
export interface Owner {
  projectId: bigint
  userId: bigint
  now: Date
  importId: bigint | null
}

export async function createBudget(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, CostBudgetBody>,
): Promise<CostBudget> {
  const { project, userId, now } = context
  const owner = { projectId: project.id, userId, now, importId: null }
  const [code = ''] = await insertBudgets(tx, owner, [body])
  const saved = await readBudget(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

/** Rows per INSERT: each takes 12 of at most 65,535 parameters. */
const INSERT_ROWS = 1_000

/**
 * Checks and inserts without a log entry, and returns the codes; an import uses it too and logs itself. Throws 422
 * with all wrong fields of the first invalid body.
 */
export async function insertBudgets(
  tx: Tx,
  owner: Owner,
  bodies: readonly BudgetFields[],
): Promise<string[]> {
  const subjects = await subjectsOf(tx, owner.projectId, bodies)
  const rows = bodies.map((body) => ({
    ...columnsOf(body, subjects),
    project_id: owner.projectId,
    code: newCode(),
    creator_id: owner.userId,
    import_id: owner.importId,
    created_at: owner.now,
    updated_at: owner.now,
  }))
  for (let from = 0; from < rows.length; from += INSERT_ROWS)
    await tx
      .insertInto('cost_budgets')
      .values(rows.slice(from, from + INSERT_ROWS))
      .execute()
  return rows.map(({ code }) => code)
}

/** For subjects existence is enough, which the foreign key checks: their level never changes. */
const subjectsOf = (tx: Tx, projectId: bigint, bodies: readonly Partial<BudgetFields>[]) =>
  findSubjects(
    tx,
    projectId,
    bodies.flatMap((body) => body.subject_three_code ?? []),
  )

/** The columns of a body. Throws 422 with all wrong fields. */
function columnsOf(body: BudgetFields, subjects: ReadonlyMap<string, FoundSubject>) {
  const problems = problemsOf(body, subjects)
  const subject = subjects.get(body.subject_three_code)
  const amount = budgetAmount(body.unit_price, body.quantity)
  if (problems.length > 0 || !subject || !('fen' in amount)) throw invalid(problems)
  return {
    subject_id: subject.id,
    unit_price: body.unit_price,
    quantity: body.quantity,
    amount: amount.fen,
    unit: body.unit,
    remark: body.remark,
  }
}

/** What else is wrong with a body that its schema refused, so that all errors are reported at once. */
export async function wrongFields(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(costBudgetBody, body)
  return problemsOf(fields, await subjectsOf(tx, project.id, [fields]))
}

export async function updateBudget(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, CostBudgetBody>,
): Promise<CostBudget> {
  const projectId = context.project.id
  const before = await readBudget(tx, context, params.code, true)
  const columns = columnsOf(body, await subjectsOf(tx, projectId, [body]))
  checkVersion(body.version, before.version)
  await tx
    .updateTable('cost_budgets')
    .set({ ...columns, version: before.version + 1, updated_at: context.now })
    .where('project_id', '=', projectId)
    .where('code', '=', params.code)
    .execute()
  const saved = await readBudget(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}
