import { type RawBuilder, sql } from 'kysely'
import { listedCodes } from '../../platform/lists/listed-values.ts'

/** Which sums triggers keep beside the details (migration 0021), so that no chart reads every detail. */
type Dimension = 'imprests' | 'imprest_subject' | 'imprest_payer' | 'imprest_open'

/**
 * Kept sums `s` of one dimension for these voucher types (`0`: none), or for all details (stored as type -1). The dimension
 * is a literal, as in the payments' statistics.
 */
export const keptSums = (
  projectId: bigint,
  dimension: Dimension,
  vouchers: readonly string[] = [],
): RawBuilder<unknown> =>
  sql`cost_execution_sums s where s.project_id = ${projectId} and s.dimension = ${sql.lit(dimension)}
    and s.voucher_category = any(${vouchers.length > 0 ? listedCodes(vouchers) : [-1]}::smallint[])`

/** The number of all details and their sum in fen. One row. */
export const allDetails = (projectId: bigint): RawBuilder<{ count: number; total: bigint }> =>
  sql`select coalesce(sum(s.payments), 0)::int4 as count, coalesce(sum(s.amount), 0) as total
    from ${keptSums(projectId, 'imprests')}`

/** The details not yet written off, in fen, which executed cost includes (api.md §5). One row. */
export const openTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${keptSums(projectId, 'imprest_open')}`

/**
 * The same by level-three subject, including sums of 0; `subjects` has the subjects above each (`one_id`, `two_id`).
 */
export const openBySubject = (projectId: bigint): RawBuilder<{ subject_id: bigint; amount: bigint }> =>
  sql`select s.key as subject_id, sum(s.amount) as amount from ${keptSums(projectId, 'imprest_open')} group by s.key`

/** 备用金总额: how much petty cash the project was given, as entered in the set dialog, in fen. No row before. */
export const totalSet = (projectId: bigint): RawBuilder<{ amount: bigint; version: number }> =>
  sql`select a.amount, a.version from imprest_amounts a where a.project_id = ${projectId}`
