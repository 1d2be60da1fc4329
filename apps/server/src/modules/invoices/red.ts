import type { Fen } from '@pianzhang/contract/money'
import { anyOf, type Tx } from '../../platform/database/database.ts'

/** The error if an invoice that a payment line with a positive amount uses would become a red-letter invoice. */
export const NOT_RED = '该发票已用于正数金额的付款明细，不能改为红字发票'

/** Whether it is a red-letter invoice (红字发票), which reverses an earlier one: its total, or if unknown its net amount, is negative. */
export const isRed = ({
  total_amount: total,
  amount_without_tax: net,
}: {
  total_amount?: Fen | null
  amount_without_tax?: Fen | null
}): boolean => (total ?? net ?? 0n) < 0n

/** Ids of the invoices that a payment line with a positive amount uses. Lock the invoices first, as payments do before they use one. */
export async function payingPositive(
  tx: Tx,
  projectId: bigint,
  invoiceIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const uses = await tx
    .selectFrom('invoice_uses')
    .select('invoice_id')
    .where('project_id', '=', projectId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('amount', '>', 0n)
    .execute()
  return new Set(uses.map(({ invoice_id: id }) => id))
}
