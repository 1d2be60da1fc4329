import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { voucherNumbers } from '../filters.ts'

/*
 * All the SQL of the statistics. Each statement answers rows with a sum in fen, largest first, ties by name; sums of 0 are left out. They read
 * the sums that the database keeps beside the payments (migration 0005), so that a million lines cost what ten do.
 */

export interface SubjectFilter {
  /** Only below these, by code; a code that is unknown in the project has nothing below it. */
  one?: string | undefined
  two?: string | undefined
}

export interface SubjectSum {
  code: string
  out_code: string
  name: string
  one_name: string
  two_name: string | null
  amount: bigint
}
export interface NamedSum {
  /** Null: no payment type (petty cash that was written off), no voucher type. */
  id: bigint | number | null
  name: string | null
  amount: bigint
}
export interface PayerSum {
  payer: string
  amount: bigint
}

const LEVELS = { 1: sql`three.one_id`, 2: sql`three.two_id`, 3: sql`three.id` } as const
export type Level = keyof typeof LEVELS

/** The kept sums of one dimension, a literal so that a kept plan is made for its share of the rows: of these voucher types (`0`: none), or of all lines (kept as type -1). */
const sums = (projectId: bigint, dimension: 'subject' | 'pay_category' | 'payer', vouchers: string[]) =>
  sql`cost_execution_sums s where s.project_id = ${projectId} and s.dimension = ${sql.lit(dimension)}
    and s.voucher_category = any(${vouchers.length > 0 ? voucherNumbers(vouchers) : [-1]}::smallint[])`

/** One row. Every line has a payment type or none: their sums are all there is. */
export const totalSum = (projectId: bigint, vouchers: string[]): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${sums(projectId, 'pay_category', vouchers)}`

/** The subjects of a level; sums are kept by their level-three subject. */
export function subjectSums(
  projectId: bigint,
  level: Level,
  vouchers: string[],
  below: SubjectFilter,
): RawBuilder<SubjectSum> {
  const within = [
    ...(below.one === undefined ? [] : [under(projectId, sql`t.one_id`, below.one, 0)]),
    ...(below.two === undefined ? [] : [under(projectId, sql`t.two_id`, below.two, 1)]),
  ]
  return sql`
    with booked as (
      select s.key as subject_id, sum(s.amount) as amount
      from ${sql.join([sums(projectId, 'subject', vouchers), ...within], sql` and `)}
      group by s.key),
    level as materialized (
      select ${LEVELS[level]} as id, sum(b.amount) as amount
      from booked b join subjects three on three.project_id = ${projectId} and three.id = b.subject_id
      group by 1 having sum(b.amount) <> 0)
    select s.code, s.out_code, s.name, one.name as one_name, two.name as two_name, l.amount
    from level l
    join subjects s on s.project_id = ${projectId} and s.id = l.id
    join subjects one on one.project_id = ${projectId} and one.id = s.one_id
    left join subjects two on two.project_id = ${projectId} and two.id = s.two_id
    order by l.amount desc, s.out_code`
}

const under = (projectId: bigint, ancestor: RawBuilder<unknown>, code: string, category: 0 | 1) =>
  sql`s.key in (
      select t.id from subjects t where t.project_id = ${projectId} and t.category = 2 and ${ancestor} =
        (select a.id from subjects a where a.project_id = ${projectId} and a.code = ${code} and a.category = ${category}))`

/** The first so many payers; every row tells the number and the sum of all of them, of the same moment. */
export const largestPayers = (
  projectId: bigint,
  vouchers: string[],
  most: number,
): RawBuilder<PayerSum & { quantity: number; total: bigint }> => sql`
    select p.payer, p.amount, count(*) over ()::int4 as quantity, sum(p.amount) over () as total
    from (${payerSums(projectId, vouchers)}) p order by p.amount desc, p.payer limit ${most}`

export const payerSums = (projectId: bigint, vouchers: string[]): RawBuilder<PayerSum> => sql`
    select s.payer, sum(s.amount) as amount from ${sums(projectId, 'payer', vouchers)}
    group by s.payer having sum(s.amount) <> 0 order by sum(s.amount) desc, s.payer`

export const payCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    with paid as (
      select nullif(s.key, 0) as id, sum(s.amount) as amount from ${sums(projectId, 'pay_category', vouchers)} group by s.key)
    select paid.id, p.name, paid.amount
    from paid left join pay_categories p on p.project_id = ${projectId} and p.id = paid.id
    where paid.amount <> 0 order by paid.amount desc, paid.id`

/** Their names are not in the database: `name` is null. */
export const voucherCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    select nullif(s.voucher_category, 0) as id, null::text as name, sum(s.amount) as amount
    from ${sums(projectId, 'pay_category', vouchers.length > 0 ? vouchers : EVERY_VOUCHER)}
    group by s.voucher_category having sum(s.amount) <> 0 order by sum(s.amount) desc, nullif(s.voucher_category, 0)`
const EVERY_VOUCHER = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code }) => code)
