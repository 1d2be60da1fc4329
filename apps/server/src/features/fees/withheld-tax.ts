import { type RawBuilder, sql } from 'kysely'
import { restRows } from '../../base/contracts/commitments.ts'

/** SELECT (incoming, due_at, amount) of what is to be remitted, month by month, on the 15th of the next one. */
export const dueRows = (projectId: bigint): RawBuilder<unknown> => sql`
  select false as incoming, (r.month + interval '1 month 14 days')::date as due_at, sum(r.vat + r.surcharge + r.tax) as amount
  from fees r where r.project_id = ${projectId} and r.remitted_line_id is null group by r.month`

/**
 * SELECT (contract_id, amount) of what was withheld of fees that are paid on contracts with a payment plan, and is not remitted yet. The remittance is
 * booked on the same contract.
 */
export const plannedTaxRows = (projectId: bigint): RawBuilder<{ contract_id: bigint; amount: bigint }> => sql`
  select d.contract_id, sum(r.vat + r.surcharge + r.tax) as amount
  from fees r
  join payment_lines d on d.project_id = ${projectId} and d.id = r.line_id
  where r.project_id = ${projectId} and r.line_id is not null and r.remitted_line_id is null
    and exists (select 1 from contract_instalments i where i.project_id = ${projectId} and i.contract_id = d.contract_id)
  group by d.contract_id`

/**
 * SELECT (subject_id, amount) of what was withheld of fees and is not remitted yet, on the subjects of their lines, beside the CTEs of `changedParts`. What
 * a contract still owes contains the tax of its fees, as only what is left of a fee was paid on it: of these lines, in their order, only what exceeds
 * it, which is all where the contract is settled or paid in full. `asOf`: as of a day before the last payment.
 */
export function owedRows(
  projectId: bigint,
  asOf?: string,
): RawBuilder<{ subject_id: bigint; amount: bigint }> {
  const until = asOf ?? null
  const payment = (line: string, alias: string) =>
    sql`payments ${sql.ref(alias)} on ${sql.ref(`${alias}.project_id`)} = ${projectId} and ${sql.ref(`${alias}.id`)} = ${sql.ref(`${line}.payment_id`)}`
  return sql`
    with owed as materialized (
      select r.id, d.subject_id, r.vat + r.surcharge + r.tax as amount, coalesce(b.main_id, d.contract_id) as main
      from fees r
      join payment_lines d on d.project_id = ${projectId} and d.id = r.line_id
      ${until === null ? sql`` : sql`join ${payment('d', 'paid')} and paid.pay_at <= ${until}`}
      left join contract_supplements b on b.project_id = ${projectId} and b.contract_id = d.contract_id
      where r.project_id = ${projectId} and r.line_id is not null and ${
        until === null
          ? sql`r.remitted_line_id is null`
          : sql`not exists (
              select 1 from payment_lines t join ${payment('t', 'remitted')} and remitted.pay_at <= ${until}
              where t.project_id = ${projectId} and t.id = r.remitted_line_id)`
      })
    select o.subject_id, o.amount from owed o where o.main is null
    union all
    select t.subject_id, least(t.amount, greatest(0, t.through - coalesce(e.amount, 0)))
    from (
      select o.main, o.subject_id, o.amount, sum(o.amount) over (partition by o.main order by o.id) as through
      from owed o where o.main is not null) t
    left join (${restRows(projectId, sql`select o.main from owed o`)}) e on e.main = t.main`
}
