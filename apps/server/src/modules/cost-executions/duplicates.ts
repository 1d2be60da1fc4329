import { type Fen, fenOf, yuan } from '@pianzhang/contract/money'
import type { Duplicates, DuplicatesQuery } from '@pianzhang/contract/payment-duplicates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { findPayee } from '../payees/find.ts'

/** Payments of the same payee and total this many days apart may be one that was entered twice. */
const DAYS = 7
const SHOWN = 5
const NONE: Duplicates = { items: [], count: 0 }

/** Payments that a new or edited one may repeat: the same payee and total, at most 7 days before or after. */
export async function findDuplicates(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, DuplicatesQuery, unknown>,
): Promise<Duplicates> {
  const { payee_code, amount, pay_at, code } = query
  if (payee_code === undefined || amount === undefined || pay_at === undefined) return NONE
  const payeeId = await findPayee(db, context.companyId, payee_code)
  if (payeeId === undefined) return NONE
  return await duplicatesOf(db, context, { payeeId, amount: fenOf(amount), payAt: pay_at, code })
}

/** The same by the payee's id; none without a payee. */
export async function duplicatesOf(
  db: Db | Tx,
  { project: { id: projectId } }: Pick<ProjectContext, 'project'>,
  {
    payeeId,
    amount,
    payAt,
    code,
  }: { payeeId: bigint | null; amount: Fen; payAt: string; code?: string | undefined },
): Promise<Duplicates> {
  if (payeeId === null) return NONE
  const { rows } = await sql<{
    code: string
    pay_at: string
    payer: string
    summary: string
    pay_amount: bigint
    count: number
  }>`select c.code, c.pay_at, c.payer, c.summary, c.pay_amount, count(*) over ()::int4 as count from cost_executions c
    where c.project_id = ${projectId} and c.payee_id = ${payeeId} and c.pay_amount = ${amount}
      and c.pay_at between ${payAt}::date - ${DAYS}::int4 and ${payAt}::date + ${DAYS}::int4 and c.code <> ${code ?? ''}
    order by c.pay_at desc, c.id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return {
    items: rows.map(({ pay_amount, count: _, ...item }) => ({ ...item, pay_amount_yuan: yuan(pay_amount) })),
    count: rows[0]?.count ?? 0,
  }
}
