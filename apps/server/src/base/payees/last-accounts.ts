import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { PayeeRow } from './load.ts'

/**
 * The account that each of these locked payees has or, while it has none, those that were taken from it since: also those of payees that were merged
 * into it meanwhile. So an account that is cleared first and typed afterwards is known as changed.
 */
export async function lastAccounts(
  tx: Tx,
  companyId: bigint,
  payees: readonly Pick<PayeeRow, 'id' | 'account'>[],
): Promise<(payee: Pick<PayeeRow, 'id'>) => readonly string[]> {
  const accounts = new Map(payees.map(({ id, account }) => [id, account === '' ? [] : [account]]))
  const cleared = payees.flatMap(({ id, account }) => (account === '' ? [id] : []))
  if (cleared.length > 0) {
    const { rows } = await sql<{ payee_id: bigint; before: string }>`
      select distinct c.payee_id, c.before from payee_account_changes c
      where c.company_id = ${companyId} and c.payee_id = any(${cleared}) and c.field = 'account' and c.before <> ''
        and not exists (select 1 from payee_account_changes n
          where n.company_id = ${companyId} and n.payee_id = c.payee_id and n.field = 'account' and n.after <> '' and n.id >= c.id)`.execute(
      tx,
    )
    for (const { payee_id, before } of rows) accounts.get(payee_id)?.push(before)
  }
  return ({ id }) => accounts.get(id) ?? []
}
