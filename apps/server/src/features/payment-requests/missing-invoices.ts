import { VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { SMALL_RECEIPT, SMALL_RECEIPTS_FEN } from '@pianzhang/contract/missing-invoices'
import type { Fen } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { amountRows } from '../../base/approvals/amount-rows.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { isReceipt, receiptsOf } from '../missing-invoices/lines-without-invoice.ts'
import { seesPayments } from './figures.ts'

interface Asked {
  id: bigint
  payer: string
  payee_id: bigint | null
  pay_at: string
}

const TICKETED = VOUCHER_CATEGORIES.flatMap(({ code, ticketed }) => (ticketed ? Number(code) : []))

/**
 * How many lines of requests will be in 欠票, by the request's id: of a type that needs an invoice, and without a voucher that does or its invoice. An
 * invoice that is linked already is not looked at, as what it gives is known only when the payment is booked.
 */
export async function lackingOf(
  db: Db | Tx,
  context: ProjectContext,
  requests: readonly Asked[],
): Promise<ReadonlyMap<bigint, number>> {
  const projectId = context.project.id
  const isSmall = sql`a.voucher is not distinct from ${sql.lit(Number(SMALL_RECEIPT))}`
  const { rows } = await sql<{ id: bigint; lacking: number; small_lines: number; small: Fen }>`
    select r.id,
      coalesce(sum(a.paying_lines) filter (where not ${isSmall} and not (a.invoiced and coalesce(a.voucher = any(${TICKETED}::smallint[]), false))), 0)::int4
        as lacking,
      coalesce(sum(a.paying_lines) filter (where ${isSmall}), 0)::int4 as small_lines,
      coalesce(sum(a.paying) filter (where ${isSmall}), 0) as small
    from payment_requests r cross join ${amountRows}
    where r.project_id = ${projectId} and r.id = ${anyOf(requests.map(({ id }) => id))} and a.paying_lines > 0
      and a.marked is not true and a.type in (
      select t.id from payment_types t where t.project_id = ${projectId} and t.needs_invoice)
    group by r.id`.execute(db)
  const small = new Map(rows.map((row) => [row.id, row.small]))
  const many = await manyReceipts(
    db,
    context,
    requests.flatMap((one) => {
      const own = small.get(one.id) ?? 0n
      return own > 0n ? { ...one, small: own } : []
    }),
  )
  return new Map(rows.map(({ id, lacking, small_lines }) => [id, lacking + (many.has(id) ? small_lines : 0)]))
}

/**
 * Requests whose small receipts, with those that the payee got on the day already, are too many to do without an invoice. For who may not see payments only
 * the request's own count, as drafts of several amounts would tell the sum of the others.
 */
async function manyReceipts(
  db: Db | Tx,
  context: ProjectContext,
  requests: readonly (Asked & { small: Fen })[],
): Promise<ReadonlySet<bigint>> {
  if (requests.length === 0) return new Set()
  if (!seesPayments(context))
    return new Set(requests.flatMap(({ id, small }) => (small >= SMALL_RECEIPTS_FEN ? id : [])))
  const projectId = context.project.id
  const asked = requests.map(({ id, payer, payee_id, pay_at, small }) => ({
    ...{ id, pay_at, small },
    receipts: payee_id === null ? payer : `payee ${payee_id}`,
  }))
  const { rows } = await sql<{ id: bigint }>`
    select n.id from jsonb_to_recordset(${jsonFor(asked)}::jsonb) as n(id bigint, pay_at date, small numeric, receipts text)
    where n.small + coalesce((
      select sum(d.pay_amount) from payments c
      join payment_lines d on d.project_id = ${projectId} and d.payment_id = c.id and ${isReceipt}
      where c.project_id = ${projectId} and c.pay_at = n.pay_at and ${receiptsOf} = n.receipts and d.pay_category_id in (
        select t.id from payment_types t where t.project_id = ${projectId} and t.needs_invoice)), 0)
      >= ${sql.lit(SMALL_RECEIPTS_FEN)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
