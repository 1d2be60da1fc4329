import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../platform/database/database.ts'

// For tests: compares the sums that triggers keep (migrations 0005, 0013, 0021, 0022) with sums over the records.

/** One kept sum, as a row of `cost_execution_sums`. */
interface Sum {
  dimension: string
  key: bigint
  payer: string
  voucher_category: number
  amount: bigint
  payments: bigint
}

/** The kept sums. */
export const keptSums = (project: bigint): RawBuilder<Sum> => sql`
  select dimension, key, payer, voucher_category, sum(amount) as amount, sum(payments) as payments
  from cost_execution_sums where project_id = ${project}
  group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(payments) <> 0 order by 1, 2, 3, 4`

/** The same sums, computed from the payments, the details of petty cash and the lines of the cost budget. */
const recounted = (project: bigint): RawBuilder<Sum> => sql`
  with line as (
    select d.subject_id, coalesce(d.pay_category_id, 0) as category, d.contract_id, v.voucher, d.pay_amount, c.payer
    from cost_execution_details d join cost_executions c on c.project_id = d.project_id and c.id = d.cost_execution_id
    cross join lateral (values (coalesce(d.voucher_category, 0)), (-1)) v (voucher)
    where d.project_id = ${project}),
  detail as (
    select e.subject_id, e.payer, v.voucher, e.pay_amount, e.write_off_id
    from imprests e cross join lateral (values (coalesce(e.voucher_category, 0)), (-1)) v (voucher)
    where e.project_id = ${project}),
  part as (
    select 'subject' as dimension, subject_id as key, '' as payer, voucher, pay_amount as amount, 0 as payments from line
    union all select 'pay_category', category, '', voucher, pay_amount, 0 from line
    union all select 'payer', 0, payer, voucher, pay_amount, 0 from line
    union all select 'contract', contract_id, '', -1, pay_amount, 0 from line where contract_id is not null and voucher = -1
    union all select 'payments', 0, '', -1, 0, 1 from cost_executions where project_id = ${project}
    union all select 'imprests', 0, '', voucher, pay_amount, 1 from detail
    union all select 'imprest_subject', subject_id, '', voucher, pay_amount, 0 from detail
    union all select 'imprest_payer', 0, payer, voucher, pay_amount, 0 from detail
    union all select 'imprest_open', subject_id, '', -1, pay_amount, 0 from detail where voucher = -1 and write_off_id is null
    union all select 'cost_budget', subject_id, '', -1, amount, 0 from cost_budgets where project_id = ${project})
  select dimension, key, payer, voucher as voucher_category, sum(amount) as amount, sum(payments)::numeric as payments
  from part group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(payments) <> 0 order by 1, 2, 3, 4`

/** Compares both in one snapshot; returns the number of sums. */
export async function expectSumsTrue(db: Db, project: bigint): Promise<number> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await keptSums(project).execute(tx)
      expect(rows).toEqual((await recounted(project).execute(tx)).rows)
      return rows.length
    })
}

/** The number of changes that are not folded into the totals yet. */
export async function changesOf(db: Db, project: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from cost_execution_changes where project_id = ${project}`.execute(db)
  return rows[0]?.n ?? 0
}
