import { type RawBuilder, sql } from 'kysely'
import { withVoucher } from './filters.ts'

/**
 * All the SQL of the statistics, so that it can be exchanged in one place. Each statement answers rows with a sum in fen, largest
 * first, ties by name; sums of 0 are left out. Each names its project first.
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

const lines = (projectId: bigint, vouchers: string[]) =>
  vouchers.length > 0
    ? sql`d.project_id = ${projectId} and ${withVoucher(vouchers)}`
    : sql`d.project_id = ${projectId}`

/** One row. Without a filter the payments have the sum of their lines already. */
export const totalSum = (projectId: bigint, vouchers: string[]): RawBuilder<{ amount: bigint }> =>
  vouchers.length > 0
    ? sql`select coalesce(sum(d.pay_amount), 0) as amount from cost_execution_details d where ${lines(projectId, vouchers)}`
    : sql`select coalesce(sum(c.pay_amount), 0) as amount from cost_executions c where c.project_id = ${projectId}`

/**
 * Lines are added up by their level-three subject before the tree is asked, and up to the level before its names are: few rows are joined,
 * whatever the planner knows of a project that was just made.
 */
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
      select d.subject_id, sum(d.pay_amount) as amount from cost_execution_details d
      where ${sql.join([lines(projectId, vouchers), ...within], sql` and `)}
      group by d.subject_id),
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
  sql`d.subject_id in (
      select t.id from subjects t where t.project_id = ${projectId} and t.category = 2 and ${ancestor} =
        (select a.id from subjects a where a.project_id = ${projectId} and a.code = ${code} and a.category = ${category}))`

export const payerSums = (projectId: bigint, vouchers: string[]): RawBuilder<PayerSum> =>
  vouchers.length > 0
    ? sql`
    with paid as (
      select d.cost_execution_id, sum(d.pay_amount) as amount from cost_execution_details d
      where ${lines(projectId, vouchers)} group by d.cost_execution_id)
    select c.payer, sum(paid.amount) as amount
    from paid join cost_executions c on c.project_id = ${projectId} and c.id = paid.cost_execution_id
    group by c.payer having sum(paid.amount) <> 0 order by sum(paid.amount) desc, c.payer`
    : sql`
    select c.payer, sum(c.pay_amount) as amount from cost_executions c where c.project_id = ${projectId}
    group by c.payer having sum(c.pay_amount) <> 0 order by sum(c.pay_amount) desc, c.payer`

export const payCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    with paid as (
      select d.pay_category_id as id, sum(d.pay_amount) as amount from cost_execution_details d
      where ${lines(projectId, vouchers)} group by d.pay_category_id)
    select paid.id, p.name, paid.amount
    from paid left join pay_categories p on p.project_id = ${projectId} and p.id = paid.id
    where paid.amount <> 0 order by paid.amount desc, paid.id`

/** Their names are not in the database: `name` is null. */
export const voucherCategorySums = (projectId: bigint, vouchers: string[]): RawBuilder<NamedSum> => sql`
    select d.voucher_category as id, null::text as name, sum(d.pay_amount) as amount from cost_execution_details d
    where ${lines(projectId, vouchers)}
    group by d.voucher_category having sum(d.pay_amount) <> 0 order by sum(d.pay_amount) desc, d.voucher_category`
