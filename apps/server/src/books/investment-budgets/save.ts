import type {
  InvestmentBudget,
  InvestmentBudgetBody,
  InvestmentBudgetUpdate,
} from '@pianzhang/contract/investment-budgets'
import { fenOf } from '@pianzhang/contract/money'
import { sameName } from '@pianzhang/contract/same-name'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import {
  completed,
  inserts,
  type Owner,
  ownedBy,
  ownerOf,
  updateRecord,
} from '../../platform/lists/records.ts'
import { lockNames } from '../../platform/lists/same-name.ts'
import { investmentBudgetAnswers, loadInvestmentBudgets, logEntry, readInvestmentBudget } from './load.ts'
import { budgetedInvestors, problemsOf, takenBy } from './references.ts'

/** Adds a budget. Throws 422 if its investor has one. */
export async function createInvestmentBudget(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, InvestmentBudgetBody>,
): Promise<InvestmentBudget> {
  const projectId = context.project.id
  await lockNames(tx, projectId)
  const problems = await problemsOf(tx, projectId, body)
  if (problems.length > 0) throw invalid(problems)
  const [code = ''] = await insert(tx, ownerOf(context), [body])
  const saved = await readInvestmentBudget(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

/** The fields of a budget in the form and in a row of a spreadsheet. */
export type InvestmentBudgetFields = Omit<InvestmentBudgetBody, 'version'>

/**
 * Checks and inserts the rows of an import, whose log entry `import.ts` writes. Throws 422 if an investor has a budget: after the check of
 * the rows somebody may have added it.
 */
export async function insertInvestmentBudgets(
  tx: Tx,
  owner: Owner,
  bodies: readonly InvestmentBudgetFields[],
): Promise<void> {
  await lockNames(tx, owner.projectId)
  const known = await budgetedInvestors(tx, owner.projectId)
  const problems = bodies.flatMap(({ investor }) => {
    const stored = known.get(sameName(investor))
    return stored === undefined ? [] : [{ field: 'investor', message: takenBy(stored, investor) }]
  })
  if (problems.length > 0) throw invalid(problems)
  await insert(tx, owner, bodies)
}

async function insert(tx: Tx, owner: Owner, bodies: readonly InvestmentBudgetFields[]): Promise<string[]> {
  const rows = bodies.map((body) => ({ ...columnsOf(body), ...ownedBy(owner), code: newCode() }))
  for (const part of inserts(rows)) await tx.insertInto('investment_budgets').values(part).execute()
  return rows.map(({ code }) => code)
}

export async function updateInvestmentBudget(
  tx: Tx,
  context: ProjectContext,
  { params, body: given }: Input<{ code: string }, unknown, InvestmentBudgetUpdate>,
): Promise<InvestmentBudget> {
  const projectId = context.project.id
  await lockNames(tx, projectId)
  const before = await readInvestmentBudget(tx, context, params.code, true)
  const body = completed(given, { variate: fenOf(before.variate) })
  const problems = await problemsOf(tx, projectId, body, params.code)
  if (problems.length > 0) throw invalid(problems)
  await updateRecord(tx, context, 'investment_budgets', before, body.version, columnsOf(body))
  const saved = await readInvestmentBudget(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}

const columnsOf = ({ investor, amount, variate }: InvestmentBudgetFields) => ({ investor, amount, variate })

/** Deletes all or none, with a log entry for each. Locks in the order of ids, so that batches cannot deadlock. */
export async function removeInvestmentBudgets(
  tx: Tx,
  context: ProjectContext,
  codes: string[],
): Promise<void> {
  const rows = await loadInvestmentBudgets(tx, context.project.id, codes, true)
  const removed = await investmentBudgetAnswers(tx, context, rows)
  await tx
    .deleteFrom('investment_budgets')
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await audit(tx, context, ...removed.map((budget) => logEntry('delete', { before: budget })))
}
