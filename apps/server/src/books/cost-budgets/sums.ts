import { type RawBuilder, sql } from 'kysely'
import { keptSums } from '../../platform/lists/kept-sums.ts'

/** The sum of a project's budget lines, in fen. One row. */
export const costBudgetTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${keptSums(projectId, ['cost_budget'])}`
