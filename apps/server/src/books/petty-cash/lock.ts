import { sql } from 'kysely'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { checkFound, refused } from '../../platform/http/errors.ts'
import { MAX_NAMED } from '../../platform/lists/naming.ts'
import { writtenOff } from './rules.ts'

/**
 * Locks details until the commit and returns their ids. Locks in the order of ids as write-offs do, so that they cannot
 * deadlock. Throws 404 if one is missing, 422 if one is written off. Read everything else that a rule needs after this call.
 */
export async function lockOpen(
  tx: Tx,
  projectId: bigint,
  codes: readonly string[],
  action: '修改' | '删除',
): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('petty_cash')
    .select(['id', 'code', 'write_off_id'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf(codes))
    .orderBy('id')
    .forUpdate()
    .execute()
  checkFound(codes, rows)
  const closed = rows.filter((row) => row.write_off_id !== null).map((row) => row.id)
  if (closed.length > 0) throw refused(writtenOff(await paymentsOf(tx, projectId, closed), action))
  return rows.map((row) => row.id)
}

/** Throws 422 if the detail is written off; locks nothing. */
export async function refuseWrittenOff(tx: Tx, projectId: bigint, code: string): Promise<void> {
  const row = await tx
    .selectFrom('petty_cash')
    .select(['id', 'write_off_id'])
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .executeTakeFirst()
  if (row && row.write_off_id !== null)
    throw refused(writtenOff(await paymentsOf(tx, projectId, [row.id]), '修改'))
}

/** The first of these details, with the payments that they were posted as: one more than a message names. */
async function paymentsOf(tx: Tx, projectId: bigint, ids: readonly bigint[]) {
  const { rows } = await sql<{ code: string; payment: string | null }>`
    select e.code, (select c.code from petty_cash_payments p
      join payments c on c.project_id = ${projectId} and c.id = p.payment_id
      where p.project_id = ${projectId} and p.petty_cash_id = e.id) as payment
    from petty_cash e where e.project_id = ${projectId} and e.id = any(${ids})
    order by e.id limit ${MAX_NAMED + 1}`.execute(tx)
  return rows
}
