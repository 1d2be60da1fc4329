import type { FieldError } from '@pianzhang/contract/errors'
import {
  type InvestmentBudget,
  type InvestmentBudgetBody,
  investmentBudgetBody,
} from '@pianzhang/contract/investment-budgets'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import { checkVersion, invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { logEntry, readBudget } from './load.ts'

/** Adds a budget. Throws 422 if its investor has one. */
export async function createBudget(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, InvestmentBudgetBody>,
): Promise<InvestmentBudget> {
  const { project, userId, now } = context
  await lockNames(tx, project.id)
  const problems = await problemsOf(tx, project.id, body)
  if (problems.length > 0) throw invalid(problems)
  const code = newCode()
  await tx
    .insertInto('investment_budgets')
    .values({
      ...columnsOf(body),
      project_id: project.id,
      code,
      creator_id: userId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const saved = await readBudget(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

export async function updateBudget(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, InvestmentBudgetBody>,
): Promise<InvestmentBudget> {
  const projectId = context.project.id
  await lockNames(tx, projectId)
  const before = await readBudget(tx, context, params.code, true)
  const problems = await problemsOf(tx, projectId, body, params.code)
  if (problems.length > 0) throw invalid(problems)
  checkVersion(body.version, before.version)
  await tx
    .updateTable('investment_budgets')
    .set({ ...columnsOf(body), version: before.version + 1, updated_at: context.now })
    .where('project_id', '=', projectId)
    .where('code', '=', params.code)
    .execute()
  const saved = await readBudget(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}

/** Makes concurrent writes check one after the other: a unique constraint does not see that two spellings are one name. */
const lockNames = (tx: Tx, projectId: bigint) =>
  sql`select from projects where id = ${projectId} for no key update`.execute(tx)

/**
 * Whether the investor of a body that its schema refused has a budget already, so that all errors are reported at
 * once. `own`: the code of the budget that is edited.
 */
export const alsoWrong = (
  tx: Tx,
  { project }: ProjectContext,
  body: unknown,
  own?: string,
): Promise<FieldError[]> => problemsOf(tx, project.id, validFields(investmentBudgetBody, body), own)

async function problemsOf(
  tx: Tx,
  projectId: bigint,
  { investor }: Partial<InvestmentBudgetBody>,
  own?: string,
): Promise<FieldError[]> {
  if (investor === undefined) return []
  const { rows } = await sql<{ code: string; investor: string }>`
    select code, investor from investment_budgets where project_id = ${projectId}
      and lower(normalize(investor, nfkc)) = lower(normalize(${investor}::text, nfkc)) order by id`.execute(
    tx,
  )
  // Its own name stays allowed beside one that was stored in other letters before.
  if (rows.some((row) => row.code === own && row.investor === investor)) return []
  const others = rows.filter((row) => row.code !== own)
  const taken = others.find((row) => row.investor === investor) ?? others[0]
  if (!taken) return []
  const message =
    taken.investor === investor
      ? '该投资方已有投资预算'
      : `与已有投资方“${taken.investor}”只有全角半角或大小写的差别，请核对`
  return [{ field: 'investor', message }]
}

const columnsOf = ({ investor, amount, variate }: InvestmentBudgetBody) => ({ investor, amount, variate })
