import type { BatchChanged } from '@pianzhang/contract/batch'
import {
  budgetAmount,
  COST_BUDGET_FIELDS,
  type CostBudget,
  type CostBudgetBody,
  type CostBudgetChanges,
  type CostBudgetUpdate,
} from '@pianzhang/contract/cost-budgets'
import { fenOf } from '@pianzhang/contract/money'
import { quantityInput } from '@pianzhang/contract/quantity'
import type { FoundSubject } from '../../base/subjects/booked-subjects.ts'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Change, changeFlat } from '../../platform/lists/change.ts'
import {
  completed,
  fieldsIn,
  inserts,
  type Owner,
  ownedBy,
  ownerOf,
  updateRecord,
} from '../../platform/lists/records.ts'
import { expectUnlocked, movedFaults, refuseMoved } from './budget-lock.ts'
import { costBudgetAnswers, labelOf, loadCostBudgets, logEntry, readCostBudget } from './load.ts'
import { type CostBudgetFields, problemsOf, subjectsOf } from './rules.ts'

export async function createCostBudget(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, CostBudgetBody>,
): Promise<CostBudget> {
  await expectUnlocked(tx, context)
  const [code = ''] = await insertCostBudgets(tx, ownerOf(context), [body])
  const saved = await readCostBudget(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

/**
 * Checks and inserts without a log entry, and returns the codes; an import uses it too and logs itself. Throws 422
 * with all wrong fields of the first invalid body.
 */
export async function insertCostBudgets(
  tx: Tx,
  owner: Owner,
  bodies: readonly CostBudgetFields[],
): Promise<string[]> {
  const subjects = await subjectsOf(tx, owner.projectId, bodies)
  const rows = bodies.map((body) => ({
    ...columnsOf(body, subjects),
    ...ownedBy(owner),
    code: newCode(),
  }))
  for (const part of inserts(rows)) await tx.insertInto('cost_budgets').values(part).execute()
  return rows.map(({ code }) => code)
}

/** The columns of a body. Throws 422 with all wrong fields. */
export function columnsOf(body: CostBudgetFields, subjects: ReadonlyMap<string, FoundSubject>) {
  const problems = problemsOf(body, subjects)
  const subject = subjects.get(body.subject_three_code)
  const amount = budgetAmount(body.unit_price, body.quantity)
  if (problems.length > 0 || !subject || !('fen' in amount)) throw invalid(problems)
  const { subject_three_code: _, ...own } = fieldsIn(body, COST_BUDGET_FIELDS)
  return { ...own, subject_id: subject.id, amount: amount.fen }
}

/** A stored line as the form sends it. */
export const storedOf = (budget: CostBudget): CostBudgetFields => ({
  ...fieldsIn(budget, COST_BUDGET_FIELDS),
  unit_price: fenOf(budget.unit_price_yuan),
  quantity: quantityInput.parse(budget.quantity),
})

export async function updateCostBudget(
  tx: Tx,
  context: ProjectContext,
  { params, body: given }: Input<{ code: string }, unknown, CostBudgetUpdate>,
): Promise<CostBudget> {
  const projectId = context.project.id
  await expectUnlocked(tx, context)
  const before = await readCostBudget(tx, context, params.code, true)
  await refuseMoved(tx, context, [params.code], '修改')
  const body = completed(given, storedOf(before))
  const columns = columnsOf(body, await subjectsOf(tx, projectId, [body]))
  await updateRecord(tx, context, 'cost_budgets', before, body.version, columns)
  const saved = await readCostBudget(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}

/** Books lines of the budget on another subject together. */
export const changeCostBudgets = async (
  tx: Tx,
  context: ProjectContext,
  input: Change<CostBudgetChanges>,
): Promise<BatchChanged> => {
  await expectUnlocked(tx, context)
  const codes = input.records.map(({ code }) => code)
  const moved = await movedFaults(tx, context, codes, '修改')
  return await changeFlat(tx, context, input, {
    table: 'cost_budgets',
    load: async (codes) =>
      costBudgetAnswers(tx, context, await loadCostBudgets(tx, context.project.id, codes)),
    nameOf: (_, record) => record && labelOf(record),
    logEntry,
    storedOf,
    find: (bodies) => subjectsOf(tx, context.project.id, bodies),
    problemsOf,
    columnsOf,
    closed: ({ code }) => moved.get(code),
    columns: { subject_three_code: 'subject_id' },
  })
}

/** Deletes all or none, with a log entry for each. Locks in the order of ids, so that batches cannot deadlock. */
export async function removeCostBudgets(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  await expectUnlocked(tx, context)
  const rows = await loadCostBudgets(tx, context.project.id, codes, true)
  await refuseMoved(tx, context, codes, '删除')
  const removed = await costBudgetAnswers(tx, context, rows)
  await tx
    .deleteFrom('cost_budgets')
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await audit(tx, context, ...removed.map((budget) => logEntry('delete', { before: budget })))
}
