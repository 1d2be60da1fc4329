import { type RawBuilder, sql } from 'kysely'
import { listedCodes } from './listed-values.ts'

/** The dimensions of the sums that triggers keep: of payments and lines, petty cash, cost budgets. */
export type Dimension =
  | 'payments'
  | 'subject'
  | 'payment_type'
  | 'payer'
  | 'petty_cash'
  | 'petty_cash_subject'
  | 'petty_cash_payer'
  | 'petty_cash_open'
  | 'cost_budget'

/**
 * FROM and WHERE for the sums (`s`, in fen) that triggers keep of a project, so that no chart reads every line. A key may have several rows, to
 * be added up. `vouchers`: only these voucher types (`0`: lines without one); all if the list is empty. The dimensions are literals, so that
 * the generic plan is made for their share of the rows. Sums over all types are stored under type -1. Without `vouchers` this is a literal too,
 * as PostgreSQL keeps the generic plan of several dimensions only then.
 */
export const keptSums = (
  projectId: bigint,
  dimensions: readonly Dimension[],
  vouchers?: readonly string[],
): RawBuilder<unknown> => {
  const listed = sql.join(dimensions.map((dimension) => sql.lit(dimension)))
  const types = vouchers && (vouchers.length > 0 ? listedCodes(vouchers) : [-1])
  return sql`project_sums s where s.project_id = ${projectId} and s.dimension in (${listed})
    and s.voucher_category = ${types ? sql`any(${types}::smallint[])` : sql`-1`}`
}
