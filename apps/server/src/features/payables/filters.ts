import { addDays } from '@pianzhang/contract/calendar'
import { BUCKETS, type Bucket, bucketDays, type PayableFilters } from '@pianzhang/contract/payables'
import { type RawBuilder, sql } from 'kysely'
import { findPayee, payeesNamed } from '../../base/payees/find.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { type Fresh, rowsAs } from './stored-instalments.ts'

/** `payeeId`: of the filter `payee_code`; null for an unknown code, which matches no row. `named`: ids of the payees whose name or pinyin the keywords match. */
export type Filters = Omit<PayableFilters, 'order' | 'payee_code'> & {
  payeeId?: bigint | null
  named?: readonly bigint[]
}

/** A project, and whether its company knows payees. */
export interface PayeeScope {
  projectId: bigint
  companyId: bigint
  hasPayees: boolean
}

/** The filters with the payees that they name, which are looked up in statements of their own. Without the feature `payee_code` is ignored. */
export async function withPayees<Q extends PayableFilters>(
  tx: Tx,
  { projectId, companyId, hasPayees }: PayeeScope,
  query: Q,
  { rows: fresh }: Fresh,
): Promise<Q & Filters> {
  if (!hasPayees) return query
  const { payee_code, keywords } = query
  const payeeId =
    payee_code === undefined ? undefined : ((await findPayee(tx, companyId, payee_code)) ?? null)
  if (!keywords) return { ...query, ...(payeeId !== undefined && { payeeId }) }
  const { rows: kept } = await sql<{ payee_id: bigint }>`select distinct r.payee_id from instalment_rests r
    where r.project_id = ${projectId} and r.payee_id <> 0`.execute(tx)
  const ids = [...kept.map(({ payee_id }) => payee_id), ...fresh.map(({ payee_id }) => BigInt(payee_id))]
  const named = await payeesNamed(tx, companyId, ids, keywords)
  return { ...query, named, ...(payeeId !== undefined && { payeeId }) }
}

/** The text by which rows without a payee are grouped; those with one are by it alone. The index `instalment_rests_by_payee` has this expression. */
export const partySql = (row: 'r' | 'p'): RawBuilder<string> =>
  sql`(case when ${sql.ref(`${row}.payee_id`)} = 0 then ${sql.ref(`${row}.customer`)} else '' end)`

/** Whether a filter says more than when something is due. */
export const narrows = ({ keywords, payee, payeeId, codes }: Filters): boolean =>
  Boolean(keywords || payee || payeeId !== undefined || codes.length > 0)

/** SQL condition of the filter by due day, on alias `r` (kept instalments) or `d` (their sums by day); list, sums and export use it. */
export function dueWithin({ start_at, end_at }: Filters, row: 'r' | 'd'): RawBuilder<unknown> {
  const due = sql.ref(`${row}.due_at`)
  // With a range, milestones that are not reached are left out, as they have no day.
  const where = [start_at || end_at ? sql`${due} < 'infinity'` : sql`true`]
  if (start_at) where.push(sql`${due} >= ${start_at}`)
  if (end_at) where.push(sql`${due} <= ${end_at}`)
  return sql.join(where, sql` and `)
}

function inBucket(bucket: Bucket | undefined, today: string): RawBuilder<unknown> {
  if (bucket === undefined) return sql`true`
  if (bucket === 'waiting') return sql`r.due_at = 'infinity'`
  const [from, to] = bucketDays(bucket, today)
  const where = [sql`r.due_at < 'infinity'`]
  if (from !== null) where.push(sql`r.due_at >= ${from}`)
  if (to !== null) where.push(sql`r.due_at <= ${to}`)
  return sql.join(where, sql` and `)
}

/** Only the buckets that are not folded. Their first and last day bound the range of the index that a page reads. */
export function unfolded(folded: readonly Bucket[], today: string): RawBuilder<unknown> {
  if (folded.length === 0) return sql`true`
  const open = BUCKETS.flatMap(({ code }) => (folded.includes(code) ? [] : [code]))
  if (open.length === 0) return sql`false`
  const days = open.map((bucket) =>
    bucket === 'waiting' ? (['infinity', 'infinity'] as const) : bucketDays(bucket, today),
  )
  const [first, last] = [days[0]?.[0] ?? null, days.at(-1)?.[1] ?? null]
  return sql.join(
    [
      ...(first === null ? [] : [sql`r.due_at >= ${first}`]),
      ...(last === null ? [] : [sql`r.due_at <= ${last}`]),
      sql`(${sql.join(
        open.map((bucket) => inBucket(bucket, today)),
        sql` or `,
      )})`,
    ],
    sql` and `,
  )
}

/** The filters as an SQL condition on row `r` of an instalment that is not paid up. Unknown values match nothing. */
export function conditions(projectId: bigint, filters: Filters, today: string): RawBuilder<unknown> {
  const { keywords, payee, payeeId, named = [], codes, direction, bucket } = filters
  const where: Conditions = [
    sql`r.incoming = ${direction === 'in'} and r.due_at > '-infinity' and ${dueWithin(filters, 'r')} and ${inBucket(bucket, today)}`,
  ]
  if (payee) where.push(sql`r.customer = ${payee}`)
  if (payeeId !== undefined) where.push(payeeId === null ? sql`false` : sql`r.payee_id = ${payeeId}`)
  if (codes.length > 0)
    where.push(sql`r.instalment_id in (select i.id from contract_instalments i
      where i.project_id = ${projectId} and i.code = any(${codes}::text[]))`)
  if (keywords)
    where.push(sql`(${contains(keywords, 'r.customer')}
      ${named.length > 0 ? sql`or r.payee_id = any(${named}::bigint[])` : sql``}
      or r.contract_id in (select k.id from contracts k where k.project_id = ${projectId} and ${contains(keywords, 'k.out_code')})
      or r.instalment_id in (select i.id from contract_instalments i
        where i.project_id = ${projectId} and ${contains(keywords, 'i.title')}))`)
  return filtered(where)
}

/** The CTE `fresh`, for the SELECTs below. */
export const freshRows = ({ rows }: Fresh): RawBuilder<unknown> =>
  sql`fresh as materialized (select f.* from ${rowsAs(rows, 'f')})`

/**
 * SELECT of `columns` of the rows `r` that are kept and of those computed now. `end`: ORDER BY and LIMIT of each of both, so that a page reads the
 * index no further than it needs.
 */
export const restRows = (
  projectId: bigint,
  { contracts }: Fresh,
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  end = sql``,
): RawBuilder<unknown> => {
  const kept = sql`select ${columns} from instalment_rests r
    where r.project_id = ${projectId} and ${where} ${contracts.length > 0 ? sql`and r.contract_id <> all(${contracts})` : sql``} ${end}`
  if (contracts.length === 0) return kept
  return sql`(${kept}) union all (select ${columns} from fresh r where ${where} ${end})`
}

/** SELECT of (incoming, due_at, amount, entries) that add up to the sums of due days of one direction. */
export const dayRows = (
  projectId: bigint,
  { contracts }: Fresh,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select d.incoming, d.due_at, d.amount, d.entries from instalment_days d where d.project_id = ${projectId} and ${where}
  ${
    contracts.length === 0
      ? sql``
      : sql`union all
        select d.incoming, d.due_at, -d.rest, -1 from instalment_rests d
        where d.project_id = ${projectId} and d.contract_id = any(${contracts}) and ${where}
        union all
        select d.incoming, d.due_at, d.rest, 1 from fresh d where ${where}`
  }`

/** The bucket of `due_at` in SQL, as `bucketOf` of the contract says it; `unscheduled` for what is outside of plans. */
export const bucketSql = (today: string): RawBuilder<Bucket | 'unscheduled'> => sql`
  case when u.due_at = '-infinity' then 'unscheduled' when u.due_at = 'infinity' then 'waiting'
    when u.due_at < ${today} then 'overdue' when u.due_at = ${today} then 'today'
    when u.due_at <= ${addDays(today, 7)} then 'week' when u.due_at <= ${addDays(today, 30)} then 'month' else 'later' end`
