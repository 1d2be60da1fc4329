import { sql } from 'kysely'
import { audit } from '../../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../../platform/database/database.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import type { PaymentRule } from '../../payments/rule.ts'
import { loadPettyCashDetails, logEntry } from '../load.ts'

export const WRITE_OFFS_OF_PAYMENTS: PaymentRule = {
  releasing: async (tx, context, ids, kept) => (kept === null ? await takeBack(tx, context, ids) : undefined),
}

/**
 * Reopens the petty cash details that a write-off posted as these payments, with a log entry for each; the write-off's own entry stays. The caller has
 * locked the payments and deletes them in the same transaction. Locks the details in the order of their ids.
 */
async function takeBack(tx: Tx, context: ProjectContext, paymentIds: readonly bigint[]): Promise<void> {
  const projectId = context.project.id
  const { rows } = await sql<{ id: bigint; code: string }>`
    select e.id, e.code from petty_cash_payments p
    join petty_cash e on e.project_id = ${projectId} and e.id = p.petty_cash_id
    where p.project_id = ${projectId} and p.payment_id = any(${paymentIds})
    order by e.id for update of e`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const codes = rows.map((row) => row.code)
  const before = await loadPettyCashDetails(tx, context, codes)
  await tx
    .deleteFrom('petty_cash_payments')
    .where('project_id', '=', projectId)
    .where('petty_cash_id', '=', anyOf(ids))
    .execute()
  await tx
    .updateTable('petty_cash')
    .set({ write_off_id: null, version: sql`version + 1`, updated_at: context.now })
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(ids))
    .execute()
  const after = await loadPettyCashDetails(tx, context, codes)
  const entries = after.map((opened, index) => {
    const closed = before[index]
    return logEntry('update', { after: opened, ...(closed && { before: closed }) })
  })
  await audit(tx, context, ...entries)
}
