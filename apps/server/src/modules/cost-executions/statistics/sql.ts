import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { keptSums } from '../../../platform/lists/kept-sums.ts'

/**
 * The SQL of the statistics. Each statement returns unordered rows with a sum in fen, without sums of 0. It reads
 * the kept sums, so the cost does not depend on the number of lines.
 */

export interface NamedSum {
  /** Null: no payment type (posted by a petty cash write-off), or no voucher type. */
  id: bigint | number | null
  name: string | null
  amount: bigint
}

/** One row. Every line has a payment type or none, so their sums cover all lines. */
export const totalSum = (projectId: bigint, vouchers: string[]): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${keptSums(projectId, ['pay_category'], vouchers)}`

/** By level-three subject, each in one or several rows. */
export const subjectSums = (
  projectId: bigint,
  vouchers: string[],
): RawBuilder<{ subject_id: bigint; amount: bigint }> => sql`
    select s.key as subject_id, s.amount from ${keptSums(projectId, ['subject'], vouchers)}`

export const payerSums = (
  projectId: bigint,
  vouchers: string[],
): RawBuilder<{ payer: string; amount: bigint }> => sql`
    select s.payer, sum(s.amount) as amount from ${keptSums(projectId, ['payer'], vouchers)}
    group by s.payer having sum(s.amount) <> 0`

export const payCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    with paid as (
      select nullif(s.key, 0) as id, sum(s.amount) as amount from ${keptSums(projectId, ['pay_category'], vouchers)} group by s.key)
    select paid.id, p.name, paid.amount
    from paid left join pay_categories p on p.project_id = ${projectId} and p.id = paid.id
    where paid.amount <> 0`

/** `name` is null, as the names of voucher types are not in the database. */
export const voucherCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    select nullif(s.voucher_category, 0) as id, null::text as name, sum(s.amount) as amount
    from ${keptSums(projectId, ['pay_category'], vouchers.length > 0 ? vouchers : EVERY_VOUCHER)}
    group by s.voucher_category having sum(s.amount) <> 0`
const EVERY_VOUCHER = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code }) => code)
