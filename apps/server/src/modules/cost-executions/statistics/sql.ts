import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { listedCodes } from '../../../platform/lists/listed-values.ts'

/**
 * The SQL of the statistics. Each statement returns unordered rows with a sum in fen, without sums of 0. It reads
 * the sums kept by triggers (migration 0005), so the cost does not depend on the number of lines.
 */

export interface NamedSum {
  /** Null: no payment type (posted by a petty cash write-off), or no voucher type. */
  id: bigint | number | null
  name: string | null
  amount: bigint
}

/**
 * The kept sums of one dimension for these voucher types (`0`: none), or for all lines (stored as type -1). The
 * dimension is a literal, so that the generic plan is made for its share of the rows.
 */
const sums = (projectId: bigint, dimension: 'subject' | 'pay_category' | 'payer', vouchers: string[]) =>
  sql`cost_execution_sums s where s.project_id = ${projectId} and s.dimension = ${sql.lit(dimension)}
    and s.voucher_category = any(${vouchers.length > 0 ? listedCodes(vouchers) : [-1]}::smallint[])`

/** One row. Every line has a payment type or none, so their sums cover all lines. */
export const totalSum = (projectId: bigint, vouchers: string[]): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${sums(projectId, 'pay_category', vouchers)}`

/** By level-three subject, including sums of 0. */
export const subjectSums = (
  projectId: bigint,
  vouchers: string[],
): RawBuilder<{ subject_id: bigint; amount: bigint }> => sql`
    select s.key as subject_id, sum(s.amount) as amount from ${sums(projectId, 'subject', vouchers)} group by s.key`

export const payerSums = (
  projectId: bigint,
  vouchers: string[],
): RawBuilder<{ payer: string; amount: bigint }> => sql`
    select s.payer, sum(s.amount) as amount from ${sums(projectId, 'payer', vouchers)}
    group by s.payer having sum(s.amount) <> 0`

export const payCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    with paid as (
      select nullif(s.key, 0) as id, sum(s.amount) as amount from ${sums(projectId, 'pay_category', vouchers)} group by s.key)
    select paid.id, p.name, paid.amount
    from paid left join pay_categories p on p.project_id = ${projectId} and p.id = paid.id
    where paid.amount <> 0`

/** `name` is null, as the names of voucher types are not in the database. */
export const voucherCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    select nullif(s.voucher_category, 0) as id, null::text as name, sum(s.amount) as amount
    from ${sums(projectId, 'pay_category', vouchers.length > 0 ? vouchers : EVERY_VOUCHER)}
    group by s.voucher_category having sum(s.amount) <> 0`
const EVERY_VOUCHER = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code }) => code)
