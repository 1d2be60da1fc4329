import { type RawBuilder, sql } from 'kysely'

/** The sum of a project's budget lines, in fen. One row. */
export const budgetedTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(b.amount), 0) as amount from cost_budgets b where b.project_id = ${projectId}`

/**
 * The sums of a project's budget lines by level-three subject, in fen, including sums of 0; `subjects` has the subjects
 * above each (`one_id`, `two_id`).
 */
export const budgetedBySubject = (projectId: bigint): RawBuilder<{ subject_id: bigint; amount: bigint }> =>
  sql`select b.subject_id, sum(b.amount) as amount from cost_budgets b where b.project_id = ${projectId} group by b.subject_id`
