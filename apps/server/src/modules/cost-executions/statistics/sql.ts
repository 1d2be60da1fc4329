import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { listedCodes } from '../../../platform/listed-values.ts'

/*
 * All the SQL of the statistics. Each statement answers rows with a sum in fen, in no order; sums of 0 are left out. They read the sums that
 * the database keeps beside the payments (migration 0005), so that a million lines cost what ten do.
 */

export interface NamedSum {
  /** Null: no payment type (petty cash that was written off), no voucher type. */
  id: bigint | number | null
  name: string | null
  amount: bigint
}

/** The kept sums of one dimension, a literal so that a kept plan is made for its share of the rows: of these voucher types (`0`: none), or of all lines (kept as type -1). */
const sums = (projectId: bigint, dimension: 'subject' | 'pay_category' | 'payer', vouchers: string[]) =>
  sql`cost_execution_sums s where s.project_id = ${projectId} and s.dimension = ${sql.lit(dimension)}
    and s.voucher_category = any(${vouchers.length > 0 ? listedCodes(vouchers) : [-1]}::smallint[])`

/** One row. Every line has a payment type or none: their sums are all there is. */
export const totalSum = (projectId: bigint, vouchers: string[]): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${sums(projectId, 'pay_category', vouchers)}`

/** By level-three subject, those that come to 0 too. */
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

/** Their names are not in the database: `name` is null. */
export const voucherCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    select nullif(s.voucher_category, 0) as id, null::text as name, sum(s.amount) as amount
    from ${sums(projectId, 'pay_category', vouchers.length > 0 ? vouchers : EVERY_VOUCHER)}
    group by s.voucher_category having sum(s.amount) <> 0`
const EVERY_VOUCHER = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code }) => code)
