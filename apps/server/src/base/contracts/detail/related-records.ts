import type { ContractRelated } from '@pianzhang/contract/contracts'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { countAll, type Db } from '../../../platform/database/database.ts'
import { missing } from '../../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../../platform/http/route.ts'

/** Most payments, petty cash details and receipts that a contract's page shows; it has links to the complete lists. */
const SHOWN = 10

/** The last payments, open petty cash and receipts of a contract, and the number of its reminders; null for records that the caller may not read. */
export async function showRelated(
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<ContractRelated> {
  const projectId = context.project.id
  const contract = await db
    .selectFrom('contracts')
    .select('id')
    .where('project_id', '=', projectId)
    .where('code', '=', params.code)
    .executeTakeFirst()
  if (!contract) throw missing()
  return {
    payments: context.can('cost_execution', 'read') ? await paymentsOf(db, projectId, contract.id) : null,
    imprests: context.can('imprest', 'read') ? await openPettyCashOf(db, projectId, contract.id) : null,
    receipts: context.can('investment_execution', 'read')
      ? await receiptsOf(db, projectId, contract.id)
      : null,
    reminders: context.can('contract_caution', 'read')
      ? { count: await countReminders(db, projectId, contract.id) }
      : null,
  }
}

interface Counted {
  amount: bigint
  /** Of all, of which these are the last. */
  count: number
}
type PaymentRow = Counted & { code: string; pay_at: string; payer: string; summary: string }
type ReceiptRow = Counted & { code: string; investment_at: string; investor: string; desc: string }

const answerOf = <Row extends Counted>(rows: readonly Row[]) => ({
  count: rows[0]?.count ?? 0,
  items: rows.map(({ amount, count: _, ...record }) => ({ ...record, amount_yuan: yuan(amount) })),
})

async function paymentsOf(db: Db, projectId: bigint, contractId: bigint) {
  const { rows } = await sql<PaymentRow>`
    with booked as materialized (
      select d.payment_id as id, sum(d.pay_amount) as amount from payment_lines d
      where d.project_id = ${projectId} and d.contract_id = ${contractId} group by d.payment_id)
    select c.code, c.pay_at, c.payer, c.summary, booked.amount, (select count(*)::int4 from booked) as count
    from booked join payments c on c.project_id = ${projectId} and c.id = booked.id
    order by c.pay_at desc, c.id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return answerOf(rows)
}

async function openPettyCashOf(db: Db, projectId: bigint, contractId: bigint) {
  const { rows } = await sql<PaymentRow>`
    select e.code, e.pay_at, e.payer, e.summary, e.pay_amount as amount, count(*) over ()::int4 as count
    from petty_cash e where e.project_id = ${projectId} and e.contract_id = ${contractId} and e.write_off_id is null
    order by e.pay_at desc, e.id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return answerOf(rows)
}

async function receiptsOf(db: Db, projectId: bigint, contractId: bigint) {
  const { rows } = await sql<ReceiptRow>`
    select e.code, e.investment_at, e.investor, e.description as desc, e.amount, count(*) over ()::int4 as count
    from receipts e where e.project_id = ${projectId} and e.contract_id = ${contractId}
    order by e.investment_at desc, e.id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return answerOf(rows)
}

async function countReminders(db: Db, projectId: bigint, contractId: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('contract_reminders')
    .select(countAll().as('count'))
    .where('project_id', '=', projectId)
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return count
}
