import type { Fen } from '@pianzhang/contract/money'
import { anyOf, type Tx } from '../../platform/database/database.ts'

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

/** The invoices, of these locked ones, that a line with a positive amount uses; payments take invoices under the same lock. */
export async function payingPositive(
  tx: Tx,
  projectId: bigint,
  invoiceIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const lines = await tx
    .selectFrom('cost_execution_details')
    .select('invoice_id')
    .where('project_id', '=', projectId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('pay_amount', '>', 0n)
    .execute()
  return new Set(lines.flatMap(({ invoice_id: id }) => (id === null ? [] : [id])))
}
