import type {
  InvestmentBudget,
  InvestmentBudgetBody,
  InvestmentBudgetUpdate,
} from '@pianzhang/contract/investment-budgets'
import { fenOf } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { completed, createdBy, ownerOf, updateRecord } from '../../platform/lists/records.ts'
import { logEntry, readInvestmentBudget } from './load.ts'
import { problemsOf } from './references.ts'

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
  const code = newCode()
  await tx
    .insertInto('investment_budgets')
    .values({ ...columnsOf(body), ...createdBy(ownerOf(context)), code })
    .execute()
  const saved = await readInvestmentBudget(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
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

/** Makes concurrent writes check one after the other: a unique constraint does not see that two spellings are one name. */
const lockNames = (tx: Tx, projectId: bigint) =>
  sql`select from projects where id = ${projectId} for no key update`.execute(tx)

const columnsOf = ({ investor, amount, variate }: InvestmentBudgetBody) => ({ investor, amount, variate })
