import { type RawBuilder, sql } from 'kysely'

/**
 * The details not yet written off, in fen, which executed cost includes (api.md §5). One row. By the partial index
 * `imprests_open`, so that it costs what is open and not all details.
 */
export const openTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(e.pay_amount), 0) as amount from imprests e
    where e.project_id = ${projectId} and e.write_off_id is null`

/**
 * The same by level-three subject, including sums of 0; `subjects` has the subjects above each (`one_id`, `two_id`).
 */
export const openBySubject = (projectId: bigint): RawBuilder<{ subject_id: bigint; amount: bigint }> =>
  sql`select e.subject_id, sum(e.pay_amount) as amount from imprests e
    where e.project_id = ${projectId} and e.write_off_id is null group by e.subject_id`

/** The total set for a project's petty cash, in fen; no row until it is set. */
export const totalSet = (projectId: bigint): RawBuilder<{ amount: bigint; version: number }> =>
  sql`select a.amount, a.version from imprest_amounts a where a.project_id = ${projectId}`
