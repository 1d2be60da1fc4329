import { type RawBuilder, sql } from 'kysely'

/** What a project's investors promise in all, in fen; 0 without any budget. */
export const investmentBudgetTotal = (projectId: bigint): RawBuilder<bigint> => sql`
  (select coalesce(sum(b.amount), 0) from investment_budgets b where b.project_id = ${projectId})`

/** A SELECT with a row for each investor of a project and what they promise, in fen. */
export const investmentBudgetsByInvestor = (
  projectId: bigint,
): RawBuilder<{ investor: string; amount: bigint }> => sql`
  select b.investor, b.amount from investment_budgets b where b.project_id = ${projectId}`
