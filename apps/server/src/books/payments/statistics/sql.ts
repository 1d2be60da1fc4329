import { type RawBuilder, sql } from 'kysely'
import { keptSums } from '../../../platform/lists/kept-sums.ts'

/** The sum of all lines, one row. Each line has one payment type or counts under key 0, so the sums by payment type cover all lines. */
export const totalSum = (projectId: bigint, vouchers: string[]): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${keptSums(projectId, ['payment_type'], vouchers)}`

interface TypeSum {
  /** `id` and `name` are null for lines that a petty cash write-off posted, which have no payment type. */
  id: bigint | null
  name: string | null
  amount: bigint
}

/** Unordered, in fen, without sums of 0. */
export const paymentTypeSums = (projectId: bigint, vouchers: string[]): RawBuilder<TypeSum> => sql`
    with paid as (
      select nullif(s.key, 0) as id, sum(s.amount) as amount from ${keptSums(projectId, ['payment_type'], vouchers)} group by s.key)
    select paid.id, p.name, paid.amount
    from paid left join payment_types p on p.project_id = ${projectId} and p.id = paid.id
    where paid.amount <> 0`
