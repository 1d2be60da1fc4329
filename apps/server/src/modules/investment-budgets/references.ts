import type { FieldError } from '@pianzhang/contract/errors'
import { type InvestmentBudgetBody, investmentBudgetBody } from '@pianzhang/contract/investment-budgets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'

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

/** An investor has one budget. `own`: as above. */
export async function problemsOf(
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
  // An edited budget may keep its investor, even if another stored one differs only in full width or case.
  if (rows.some((row) => row.code === own && row.investor === investor)) return []
  const others = rows.filter((row) => row.code !== own)
  const taken = others.find((row) => row.investor === investor) ?? others[0]
  return taken ? [{ field: 'investor', message: takenBy(taken.investor, investor) }] : []
}

/** Why an investor with a budget under the name `stored` cannot have another one. */
export const takenBy = (stored: string, investor: string): string =>
  stored === investor ? '该投资方已有投资预算' : `与已有投资方“${stored}”只有全角半角或大小写的差别，请核对`

/** Names that differ only in full width or case are one investor; SQL compares them alike. */
export const sameName = (investor: string): string => investor.normalize('NFKC').toLowerCase()

/** The investors with a budget, by `sameName`. */
export async function budgetedInvestors(db: Db, projectId: bigint): Promise<Map<string, string>> {
  const { rows } = await sql<{ investor: string }>`
    select investor from investment_budgets where project_id = ${projectId} order by id desc`.execute(db)
  return new Map(rows.map(({ investor }) => [sameName(investor), investor]))
}
