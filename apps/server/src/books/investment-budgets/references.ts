import type { FieldError } from '@pianzhang/contract/errors'
import { type InvestmentBudgetBody, investmentBudgetBody } from '@pianzhang/contract/investment-budgets'
import { sameName } from '@pianzhang/contract/same-name'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { hasName, onlyDiffers, takenName } from '../../platform/lists/same-name.ts'

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
      and ${hasName('investor', [investor])} order by id`.execute(tx)
  // An edited budget may keep its investor, even if another stored one differs only in full width or case.
  if (rows.some((row) => row.code === own && row.investor === investor)) return []
  const others = rows.filter((row) => row.code !== own).map((row) => row.investor)
  const taken = takenName(others, investor)
  return taken === undefined ? [] : [{ field: 'investor', message: takenBy(taken, investor) }]
}

/** Why an investor with a budget under the name `stored` cannot have another one. */
export const takenBy = (stored: string, investor: string): string =>
  stored === investor ? '该投资方已有投资预算' : onlyDiffers('投资方', stored)

/** The investors with a budget, by `sameName`. */
export async function budgetedInvestors(db: Db, projectId: bigint): Promise<Map<string, string>> {
  const { rows } = await sql<{ investor: string }>`
    select investor from investment_budgets where project_id = ${projectId} order by id desc`.execute(db)
  return new Map(rows.map(({ investor }) => [sameName(investor), investor]))
}
