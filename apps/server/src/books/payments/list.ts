import { yuan } from '@pianzhang/contract/money'
import type { PaymentList, PaymentListQuery } from '@pianzhang/contract/payments'
import { type RawBuilder, sql } from 'kysely'
import { sameDayOf } from '../../base/approvals/same-day.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { pageClause } from '../../platform/lists/page-clause.ts'
import { isRepeated } from './duplicates.ts'
import { conditions, matching, type PaymentConditions } from './filters.ts'
import { canOf, type HeaderRow, headerColumns, loadPayment, withFirstLines } from './load.ts'

/** A page of payments, newest first unless `pay_at_order` says otherwise; ties by the order of creation. */
export async function listPayments(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, PaymentListQuery, unknown>,
): Promise<PaymentList> {
  const where = await conditions(db, context.project.id, query)
  const marks = context.features.has('payee')
  const { headers, totals } = await pageOf(db, context.project.id, query, where, marks)
  // One after the other, as parallel statements need two connections per request: with ten people this cost a third of
  // the throughput.
  const matched = await matchedAmounts(db, where, headers)
  const items = await withFirstLines(db, context, headers)
  const own = headers.filter((_, index) => items[index]?.imprest_code === null)
  const sameDay = await sameDayOf(
    db,
    context,
    own.map(({ pay_amount: total, payee_id, payer, pay_at }) => {
      const paid = { payee_id, payer, pay_at, total }
      return { ...paid, stored: paid }
    }),
    { payments: true, requests: false },
  )
  const marked = sameDay && new Map(own.map(({ code }, index) => [code, sameDay[index] ?? null]))
  return {
    items: items.map((item, index) => ({
      ...item,
      matched_amount_yuan: yuan(matched[index] ?? 0n),
      same_day: marked?.get(item.code) ?? null,
      repeated: headers[index]?.repeated ?? false,
    })),
    listTotal: totals.count,
    total_amount_yuan: yuan(totals.total),
    matched_amount_yuan: yuan(totals.matched),
    can: canOf(context),
  }
}

/** `repeated`: asked only if the list marks such payments. */
type ListedRow = HeaderRow & { repeated?: boolean }
/** A row per payment of the page, each with the totals; for an empty page one row with only the totals. */
type PageRow = Totals & (ListedRow | Record<keyof ListedRow, null>)

/** The page and the totals of all matches, in one statement: a second one would cost a tenth of the page's time. */
async function pageOf(
  db: Db,
  projectId: bigint,
  query: PaymentListQuery,
  where: PaymentConditions,
  marks: boolean,
) {
  const direction = query.pay_at_order === 'asc' ? sql`asc` : sql`desc`
  const once = where.selective
  // The CTE finds the ids of the page by an index-only scan, so that rows before the offset are never fetched.
  const { rows } = await sql<PageRow>`
    with ${once ? found(where) : sql``}page as materialized (
      select c.id from ${once ? sql`found c` : sql`payments c where ${matching(where)}`}
      order by c.pay_at ${direction}, c.id ${direction}
      ${pageClause(query)})
    select totals.*, c.* from (${once ? summed(sql`found c`, sql`c.matched`) : counted(projectId, where)}) totals
    left join (
      select ${headerColumns} ${marks ? sql`, ${isRepeated(projectId)} as repeated` : sql``} from payments c
      where c.project_id = ${projectId} and c.id in (select id from page)) c on true
    order by c.pay_at ${direction}, c.id ${direction}`.execute(db)
  return {
    totals: rows[0] as Totals,
    headers: rows.filter((row): row is Totals & ListedRow => row.id !== null),
  }
}

/** The CTE of the payments that a selective keyword finds. Their lines are looked up payment by payment, as the planner takes the keyword for rarer than it is. */
const found = ({ header, line }: PaymentConditions) =>
  line
    ? sql`found as materialized (
        select c.id, c.pay_at, c.pay_amount, m.matched from payments c cross join lateral (
          select sum(d.pay_amount) as matched from payment_lines d where d.payment_id = c.id and ${line}) m
        where ${header} and m.matched is not null), `
    : sql`found as materialized (select c.id, c.pay_at, c.pay_amount, c.pay_amount as matched from payments c where ${header}), `

/** The sum of the matching lines of each of these payments, in fen. */
async function matchedAmounts(
  db: Db,
  { line }: PaymentConditions,
  payments: readonly HeaderRow[],
): Promise<bigint[]> {
  if (!line) return payments.map((payment) => payment.pay_amount)
  const { rows } = await sql<{ id: bigint; amount: bigint }>`
    select d.payment_id as id, sum(d.pay_amount) as amount from payment_lines d
    where d.payment_id = any(${payments.map(({ id }) => id)}) and ${line}
    group by d.payment_id`.execute(db)
  const amounts = new Map(rows.map(({ id, amount }) => [id, amount]))
  return payments.map(({ id }) => amounts.get(id) ?? 0n)
}

export async function showPayment(
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  return await loadPayment(db, context, params.code)
}

interface Totals {
  count: number
  /** `total`: the sum of the matching payments; `matched`: the sum of their lines that match. */
  total: bigint
  matched: bigint
}

function counted(projectId: bigint, where: PaymentConditions): RawBuilder<Totals> {
  // Each line has one payment type or counts under key 0, so the sums by payment type cover all lines.
  if (where.all)
    return sql`
      select coalesce(sum(s.entries), 0)::int4 as count, coalesce(sum(s.amount), 0) as total, coalesce(sum(s.amount), 0) as matched
      from ${keptSums(projectId, ['payments', 'payment_type'])}`
  if (where.line) {
    // A filter on payments leaves few of them: joining first, each looks up its own lines by index, instead of grouping all lines that match. Without such a
    // filter grouping first joins fewer rows.
    const lines = where.onPayments
      ? sql`(select c.pay_amount, sum(d.pay_amount) as matched from payments c
          join payment_lines d on d.payment_id = c.id and ${where.line}
          where ${where.header} group by c.id, c.pay_amount) c`
      : sql`(select d.payment_id, sum(d.pay_amount) as matched from payment_lines d
          where ${where.line} group by d.payment_id) m
        join payments c on c.id = m.payment_id where ${where.header}`
    return summed(lines, sql`matched`)
  }
  return summed(sql`payments c where ${where.header}`)
}

/** The totals of payments `c`. `matched`: the sum of a payment's lines that match. */
const summed = (payments: RawBuilder<unknown>, matched = sql`c.pay_amount`): RawBuilder<Totals> => sql`
    select count(*)::int4 as count, coalesce(sum(c.pay_amount), 0) as total, coalesce(sum(${matched}), 0) as matched
    from ${payments}`
