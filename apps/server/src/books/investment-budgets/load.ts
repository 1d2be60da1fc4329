import { formatInstant } from '@pianzhang/contract/calendar'
import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { ratio, yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { entriesOf, rightsTo } from '../../platform/lists/records.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'

/** A row of `investment_budgets` with the project's total, in fen. */
export interface InvestmentBudgetRow {
  id: bigint
  code: string
  version: number
  investor: string
  amount: bigint
  variate: bigint
  total: bigint
  creator_id: bigint
  created_at: Date
  updated_at: Date
}

/** The columns of a `InvestmentBudgetRow` from budget `b`. The total is computed once per statement. */
export const investmentBudgetColumns = (projectId: bigint) => sql<InvestmentBudgetRow>`
  b.id, b.code, b.version, b.investor, b.amount, b.variate, b.creator_id, b.created_at, b.updated_at,
  ${investmentBudgetTotal(projectId)} as total`

/** The budget's amount ÷ the total, with six decimals. */
export const shareOf = ({ amount, total }: InvestmentBudgetRow): string => ratio(amount, total)

/**
 * The budgets with these codes, in the order of creation. Throws 404 if one is missing. `lock`: until the commit.
 */
export const loadInvestmentBudgets = (
  db: Db | Tx,
  projectId: bigint,
  codes: readonly string[],
  lock = false,
) =>
  rowsByCode(
    db,
    projectId,
    codes,
    { columns: investmentBudgetColumns(projectId), table: 'investment_budgets', alias: 'b' },
    lock,
  )

/** What this person may do with investment budgets now. */
export const canOf = rightsTo('investment_budget')

/** Converts rows to answers of the API. */
export async function investmentBudgetAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly InvestmentBudgetRow[],
): Promise<InvestmentBudget[]> {
  const created = await createdOf(db, context, rows)
  const can = canOf(context)
  return rows.map((row) => ({
    code: row.code,
    version: row.version,
    investor: row.investor,
    amount_yuan: yuan(row.amount),
    variate: yuan(row.variate),
    percentage: shareOf(row),
    ...created(row),
    updated_at: formatInstant(row.updated_at),
    can,
  }))
}

/** A budget as GET answers it. Throws 404. */
export async function readInvestmentBudget(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
): Promise<InvestmentBudget> {
  const [answer] = await investmentBudgetAnswers(
    db,
    context,
    await loadInvestmentBudgets(db, context.project.id, [code], lock),
  )
  return answer as InvestmentBudget
}

/** The log entry of a budget: without what depends on the reader or on other budgets. */
export const logEntry = entriesOf<InvestmentBudget>(
  'investment_budget',
  ({ investor, amount_yuan }) => `${investor} ${amount_yuan}元`,
  ({ can: _, percentage: __, ...budget }) => budget,
)

/** What a project's investors promise in all, in fen; 0 without any budget. */
export const investmentBudgetTotal = (projectId: bigint): RawBuilder<bigint> => sql`
  (select coalesce(sum(b.amount), 0) from investment_budgets b where b.project_id = ${projectId})`

/** A SELECT with a row for each investor of a project and what they promise, in fen. */
export const investmentBudgetsByInvestor = (
  projectId: bigint,
): RawBuilder<{ investor: string; amount: bigint }> => sql`
  select b.investor, b.amount from investment_budgets b where b.project_id = ${projectId}`
