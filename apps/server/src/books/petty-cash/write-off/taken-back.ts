import { formatInstant } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { TAKEN_BACK, type WriteOffList } from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

export type TakenBack = Pick<
  WriteOffList['items'][number],
  'taken_back_quantity' | 'taken_back_amount_yuan' | 'taken_back'
>

interface Posted {
  id: bigint
  code: string
  succeeded_quantity: number
  amount: bigint
}

/**
 * What was taken back of these write-offs, by their ids. Number and sum are those of the details that they no longer hold; who deleted which
 * payment and when is in the operation log, which names the details of a write-off (`log` in `write-off.ts`).
 */
export async function takenBackOf(
  db: Db,
  projectId: bigint,
  writeOffs: readonly Posted[],
): Promise<ReadonlyMap<bigint, TakenBack>> {
  const { rows } = await sql<{ id: bigint; count: number; amount: bigint }>`
    select e.write_off_id as id, count(*)::int4 as count, sum(e.pay_amount) as amount from petty_cash e
    where e.project_id = ${projectId} and e.write_off_id = any(${writeOffs.map(({ id }) => id)})
    group by e.write_off_id`.execute(db)
  const held = new Map(rows.map((row) => [row.id, row]))
  const opened = writeOffs.filter(
    ({ id, succeeded_quantity }) => (held.get(id)?.count ?? 0) < succeeded_quantity,
  )
  const deleted = await deletedOf(
    db,
    projectId,
    opened.map(({ code }) => code),
  )
  return new Map(
    writeOffs.map(({ id, code, succeeded_quantity, amount }) => {
      const { count = 0, amount: left = 0n } = held.get(id) ?? {}
      return [
        id,
        {
          taken_back_quantity: succeeded_quantity - count,
          taken_back_amount_yuan: yuan(amount - left),
          taken_back: deleted.get(code) ?? [],
        },
      ]
    }),
  )
}

/** The last deleted payments of the write-offs with these codes, by code. */
async function deletedOf(db: Db, projectId: bigint, codes: readonly string[]) {
  if (codes.length === 0) return new Map<string, TakenBack['taken_back']>()
  const { rows } = await sql<{
    code: string
    imprest: string
    payment: string
    amount: string | null
    user_name: string
    created_at: Date
  }>`
    select o.* from unnest(${codes}::text[]) w(code) cross join lateral (
      select w.code, p.imprest, p.payment, a.before->>'pay_amount_yuan' as amount, a.user_name, a.created_at
      from audit_logs l cross join lateral jsonb_to_recordset(l.after->'details') as p(imprest text, payment text)
      join audit_logs a on a.project_id = ${projectId} and a.resource = 'cost_execution' and a.action = 'delete'
        and a.code = p.payment
      where l.project_id = ${projectId} and l.resource = 'imprest' and l.action = 'write_off' and l.code = w.code
      order by a.id desc limit ${sql.lit(TAKEN_BACK)}) o`.execute(db)
  return Map.groupBy(
    rows.map(({ code, imprest, payment, amount, user_name, created_at }) => ({
      code,
      imprest_code: imprest,
      cost_execution_code: payment,
      amount_yuan: amount ?? '0.00',
      user_name,
      created_at: formatInstant(created_at),
    })),
    ({ code }) => code,
  )
}
