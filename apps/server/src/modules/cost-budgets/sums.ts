import { type RawBuilder, sql } from 'kysely'

/** The sums by subject that triggers keep beside the lines (migration 0022): one row for each subject, however many lines it has. */
const kept = (projectId: bigint) =>
  sql`cost_execution_sums s where s.project_id = ${projectId} and s.dimension = 'cost_budget' and s.voucher_category = -1`

/** The sum of a project's budget lines, in fen. One row. */
export const budgetedTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${kept(projectId)}`

/**
 * The sums of a project's budget lines by level-three subject, in fen, including sums of 0; `subjects` has the subjects
 * above each (`one_id`, `two_id`).
 */
export const budgetedBySubject = (projectId: bigint): RawBuilder<{ subject_id: bigint; amount: bigint }> =>
  sql`select s.key as subject_id, sum(s.amount) as amount from ${kept(projectId)} group by s.key`
