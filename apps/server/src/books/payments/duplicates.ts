import { type Fen, fenOf, yuan } from '@pianzhang/contract/money'
import type { Duplicates, DuplicatesQuery } from '@pianzhang/contract/payment-duplicates'
import { sql } from 'kysely'
import { pendingByInstalment } from '../../base/approvals/pending-costs.ts'
import { sameDayOf } from '../../base/approvals/same-day.ts'
import { findInstalments } from '../../base/contracts/instalments.ts'
import { findPayee } from '../../base/payees/find.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'

/** Payments of the same payee and total this many days apart may be one that was entered twice. */
export const REPEAT_DAYS = 7
const SHOWN = 5
const NONE: Duplicates = { items: [], count: 0 }

/** What a payment pays. */
interface Paying {
  /** Null: nobody is chosen. */
  payee: { id: bigint; amount: Fen; payAt: string } | null
  /** Ids. */
  instalments: readonly bigint[]
  /** The number of the payment itself. */
  code?: string | undefined
}

/**
 * Payments that a new or edited one may repeat: of the same payee and total, at most 7 days before or after, and those that pay one of its
 * instalments. Each rule needs its feature. Requests under way that would pay one of the instalments are named too.
 */
export async function findDuplicates(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, DuplicatesQuery, unknown>,
): Promise<Duplicates> {
  const { features, project } = context
  const found = features.has('payable')
    ? await findInstalments(db, project.id, query.instalment_code)
    : new Map<string, never>()
  const payee = await payeeOf(db, context, query)
  const paid = await duplicatesOf(db, context, {
    payee,
    instalments: [...found.values()].map(({ id }) => id),
    code: query.code,
  })
  const pending = await pendingByInstalment(db, context, [...found.keys()])
  const requests = [...new Set([...(pending?.values() ?? [])].flat())]
  const same_day = await sameDayWith(db, context, query, payee?.id ?? null)
  return { ...paid, ...(requests.length > 0 && { requests }), ...(same_day && { same_day }) }
}

/** With pending requests, for who may read them. */
async function sameDayWith(
  db: Db,
  context: ProjectContext,
  { payer = '', amount, pay_at, code }: DuplicatesQuery,
  payee_id: bigint | null,
) {
  if (amount === undefined || pay_at === undefined || (payer === '' && payee_id === null)) return null
  const stored =
    code === undefined
      ? undefined
      : await db
          .selectFrom('payments')
          .select(['payee_id', 'payer', 'pay_at', 'pay_amount as total'])
          .where('project_id', '=', context.project.id)
          .where('code', '=', code)
          .executeTakeFirst()
  const one = { payee_id, payer, pay_at, total: fenOf(amount), stored: stored ?? null }
  const requests = context.can('payment_request', 'read')
  const [found] = (await sameDayOf(db, context, [one], { payments: true, requests })) ?? []
  return found ?? null
}

async function payeeOf(
  db: Db,
  { companyId, features }: ProjectContext,
  { payee_code, amount, pay_at }: DuplicatesQuery,
): Promise<Paying['payee']> {
  if (payee_code === undefined || amount === undefined || pay_at === undefined || !features.has('payee'))
    return null
  const id = await findPayee(db, companyId, payee_code)
  return id === undefined ? null : { id, amount: fenOf(amount), payAt: pay_at }
}

/** The same by ids. */
export async function duplicatesOf(
  db: Db | Tx,
  { project: { id: projectId }, features }: Pick<ProjectContext, 'project' | 'features'>,
  { payee, instalments, code }: Paying,
): Promise<Duplicates> {
  const pays = sql`d.project_id = ${projectId} and d.instalment_id = ${anyOf(instalments)} and d.pay_amount > 0`
  const rules = [
    ...(payee && features.has('payee')
      ? [
          sql`select s.id from payments s
            where s.project_id = ${projectId} and s.payee_id = ${payee.id} and s.pay_amount = ${payee.amount}
              and s.pay_at between ${payee.payAt}::date - ${REPEAT_DAYS}::int4 and ${payee.payAt}::date + ${REPEAT_DAYS}::int4`,
        ]
      : []),
    ...(instalments.length > 0 && features.has('payable')
      ? [sql`select d.payment_id as id from payment_lines d where ${pays}`]
      : []),
  ]
  if (rules.length === 0) return NONE
  const { rows } = await sql<{
    code: string
    pay_at: string
    payer: string
    summary: string
    pay_amount: bigint
    instalments: string[]
    count: number
  }>`with found as materialized (${sql.join(rules, sql` union `)})
    select c.code, c.pay_at, c.payer, c.summary, c.pay_amount, count(*) over ()::int4 as count,
      array(select i.title from contract_instalments i where i.project_id = ${projectId} and i.id in (
        select d.instalment_id from payment_lines d where ${pays} and d.payment_id = c.id) order by i.id) as instalments
    from payments c where c.project_id = ${projectId} and c.id in (select f.id from found f) and c.code <> ${code ?? ''}
    order by c.pay_at desc, c.id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return {
    items: rows.map(({ pay_amount, instalments: titles, count: _, ...item }) => ({
      ...item,
      pay_amount_yuan: yuan(pay_amount),
      instalments: features.has('payable') ? titles : [],
    })),
    count: rows[0]?.count ?? 0,
  }
}

interface Paid {
  id: bigint
  payee_id: bigint | null
  pay_amount: Fen
  pay_at: string
}

/** Whether another payment is of the same payee and total as `c`, at most 7 days before or after. */
export const isRepeated = (projectId: bigint) => sql<boolean>`exists (select 1 from payments o
  where o.project_id = ${projectId} and o.payee_id = c.payee_id and o.pay_amount = c.pay_amount
    and o.pay_at between c.pay_at - ${REPEAT_DAYS}::int4 and c.pay_at + ${REPEAT_DAYS}::int4 and o.id <> c.id)`

/**
 * By payment, the numbers of others of the same payee and total, at most 7 days before or after; `most` of each, the last ones. Payments that none
 * repeats are absent.
 */
export async function repeatsAmong(
  db: Db | Tx,
  projectId: bigint,
  payments: readonly Paid[],
  most: number,
): Promise<ReadonlyMap<bigint, string[]>> {
  const paid = payments.flatMap(({ id, payee_id, pay_amount, pay_at }) =>
    payee_id === null ? [] : [{ id, payee_id, pay_amount, pay_at }],
  )
  if (paid.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; codes: string[] }>`
    select n.id, array(select c.code from payments c
      where c.project_id = ${projectId} and c.payee_id = n.payee_id and c.pay_amount = n.pay_amount
        and c.pay_at between n.pay_at - ${REPEAT_DAYS}::int4 and n.pay_at + ${REPEAT_DAYS}::int4 and c.id <> n.id
      order by c.pay_at desc limit ${most}) as codes
    from jsonb_to_recordset(${jsonFor(paid)}::jsonb) as n(id bigint, payee_id bigint, pay_amount bigint, pay_at date)`.execute(
    db,
  )
  return new Map(rows.filter(({ codes }) => codes.length > 0).map(({ id, codes }) => [id, codes]))
}
