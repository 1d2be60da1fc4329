import { sum } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { PaymentRule } from '../../books/payments/rule.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** A payment in a living batch: its number, the batch's, and the amount that the bank's file says. */
export interface Transfer {
  payment: bigint
  code: string
  batch: string
  amount: bigint
}

/** Which of these payments are in a living batch. */
async function transfersOf(tx: Tx, projectId: bigint, paymentIds: readonly bigint[]): Promise<Transfer[]> {
  const { rows } =
    await sql<Transfer>`select t.payment_id as payment, t.code, b.code as batch, t.amount from transfer_batch_payments t
    join transfer_batches b on b.project_id = ${projectId} and b.id = t.batch_id
    where t.project_id = ${projectId} and t.payment_id = any(${paymentIds}) order by t.code`.execute(tx)
  return rows
}

/**
 * What living batches demand of their payments: a batch's total stays that of its payments. The payments are locked, as those of a new batch are.
 * Without the feature nothing is read: a payment that is deleted then leaves its batch.
 */
export const BATCHES_OF_PAYMENTS: PaymentRule = {
  async changing(tx, context, ids) {
    const transfers = await livingTransfers(tx, context, ids)
    return ({ id, before, after }) => {
      const transfer = transfers.find(({ payment }) => payment === id)
      const same =
        sum(after.lines.map(({ pay_amount }) => pay_amount)) === transfer?.amount &&
        after.payee === before.payee
      return transfer && !same ? inBatch(transfer, '金额和收款人不能修改') : null
    }
  },
  async deleting(tx, context, ids) {
    const [transfer] = await livingTransfers(tx, context, ids)
    if (transfer) throw refused(inBatch(transfer, '不能删除'))
  },
  // Also without the feature, whose rows stay while it is off.
  async releasing(tx, { project }, ids, kept) {
    if (kept === null)
      await tx
        .updateTable('transfer_batch_payments')
        .set({ payment_id: null })
        .where('project_id', '=', project.id)
        .where('payment_id', '=', anyOf(ids))
        .execute()
  },
}

const livingTransfers = async (tx: Tx, { project, features }: ProjectContext, ids: readonly bigint[]) =>
  features.has('payee') ? await transfersOf(tx, project.id, ids) : []

const inBatch = ({ code, batch }: Transfer, why: string): string =>
  `付款 ${code} 已在网银批量文件 ${batch} 中，${why}，请先作废该批量文件`
