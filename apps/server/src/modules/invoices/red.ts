import type { Fen } from '@pianzhang/contract/money'
import type { Tx } from '../../platform/database/database.ts'

/** Why an invoice that a line with a positive amount uses does not become red. */
export const NOT_RED = '该发票已用于正数金额的付款明细，不能改为红字发票'

/** Whether it is a red-letter invoice (红字发票), which reverses an earlier one: an amount is negative. */
export const isRed = ({
  total_amount: total,
  amount_without_tax: net,
}: {
  total_amount?: Fen | null
  amount_without_tax?: Fen | null
}): boolean => (total ?? net ?? 0n) < 0n

/** Whether a line with a positive amount uses the invoice, whose row is locked: payments take invoices under the same lock. */
export async function paysPositive(tx: Tx, projectId: bigint, invoiceId: bigint): Promise<boolean> {
  const line = await tx
    .selectFrom('cost_execution_details')
    .select('id')
    .where('project_id', '=', projectId)
    .where('invoice_id', '=', invoiceId)
    .where('pay_amount', '>', 0n)
    .executeTakeFirst()
  return line !== undefined
}
