import { type Fen, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

interface Refunds {
  count: number
  amount: Fen
}

/** What these payers gave back without an invoice. They are few, so no sums of them are kept. */
export async function refundsOf(
  tx: Tx,
  projectId: bigint,
  payers: readonly string[],
): Promise<(payer: string) => { count: number; amount_yuan: string }> {
  const { rows } = await sql<Refunds & { payer: string }>`
    select l.payer, count(*)::int4 as count, -sum(l.lacking) as amount from missing_lines l
    where l.project_id = ${projectId} and l.lacking < 0 and l.payer = any(${payers}::text[]) group by l.payer`.execute(
    tx,
  )
  const found = new Map(rows.map(({ payer, ...refunds }) => [payer, refunds]))
  return (payer) => {
    const { count = 0, amount = 0n } = found.get(payer) ?? {}
    return { count, amount_yuan: yuan(amount) }
  }
}
