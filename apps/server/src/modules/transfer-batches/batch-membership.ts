import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** A payment in a living batch: its number, the batch's, and the amount that the bank's file says. */
export interface Transfer {
  code: string
  batch: string
  amount: bigint
}

/** Which of these payments are in a living batch. */
export async function transfersOf(
  tx: Tx,
  projectId: bigint,
  paymentIds: readonly bigint[],
): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`select t.code, b.code as batch, t.amount from transfer_batch_payments t
    join transfer_batches b on b.project_id = ${projectId} and b.id = t.batch_id
    where t.project_id = ${projectId} and t.cost_execution_id = any(${paymentIds}) order by t.code`.execute(
    tx,
  )
  return rows
}

/**
 * Throws 422 for the first payment in a living batch whose change `why` names: a batch's total stays that of its payments. The payments are
 * locked, as those of a new batch are. Without the feature nothing is read: a payment that is deleted then leaves its batch.
 */
export async function refuseTransferred(
  tx: Tx,
  { project, features }: ProjectContext,
  paymentIds: readonly bigint[],
  why: (transfer: Transfer) => string | null,
): Promise<void> {
  if (!features.has('payee')) return
  for (const transfer of await transfersOf(tx, project.id, paymentIds)) {
    const reason = why(transfer)
    if (reason !== null)
      throw refused(
        `付款 ${transfer.code} 已在网银批量文件 ${transfer.batch} 中，${reason}，请先作废该批量文件`,
      )
  }
}
