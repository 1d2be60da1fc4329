import { type RawBuilder, sql } from 'kysely'
import { listedCodes } from './listed-values.ts'

/** The dimensions of the sums that triggers keep: of payments and lines (migration 0005), petty cash (0021), cost budgets (0022). */
export type Dimension =
  | 'payments'
  | 'subject'
  | 'pay_category'
  | 'payer'
  | 'imprests'
  | 'imprest_subject'
  | 'imprest_payer'
  | 'imprest_open'
  | 'cost_budget'

/**
 * A project's kept sums `s`, in fen, so that no chart reads every line; a key may be in several rows. `vouchers`: of these voucher types
 * (`0`: none), all if there are none. Dimensions are literals, so that the generic plan is made for their share of the rows; without
 * `vouchers` so is the type -1, under which the sums of all types are stored: the generic plan of several dimensions is kept only then.
 */
export const keptSums = (
  projectId: bigint,
  dimensions: readonly Dimension[],
  vouchers?: readonly string[],
): RawBuilder<unknown> => {
  const listed = sql.join(dimensions.map((dimension) => sql.lit(dimension)))
  const types = vouchers && (vouchers.length > 0 ? listedCodes(vouchers) : [-1])
  return sql`cost_execution_sums s where s.project_id = ${projectId} and s.dimension in (${listed})
    and s.voucher_category = ${types ? sql`any(${types}::smallint[])` : sql`-1`}`
}
