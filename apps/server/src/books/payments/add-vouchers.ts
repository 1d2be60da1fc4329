import { type AddedLineVouchers, type Payment, paymentFields } from '@pianzhang/contract/payments'
import { ADDED_VOUCHERS, withAdded, wrongAdded } from '../../base/attachments/added-files.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { storedLine } from './completed-body.ts'
import { loadPayment } from './load.ts'
import type { PaymentRules } from './rule.ts'
import { refusePosted } from './rules.ts'
import { updatePayment } from './save.ts'

/** Adds voucher pictures to a line of a payment; two people who do so at once both add theirs. */
export async function addVouchers(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { params, body }: Input<{ code: string }, unknown, AddedLineVouchers>,
): Promise<Payment> {
  const { id: _, ...payment } = await loadPayment(tx, context, params.code, true)
  refusePosted(payment)
  const lines = payment.cost_execution_details.map(storedLine)
  const line = lines.find(({ code }) => code === body.line_code)
  const added = body.voucher_attachment_codes
  const wrong = await wrongAdded(tx, context.project.id, added, ADDED_VOUCHERS)
  if (!line) throw invalid([{ field: 'line_code', message: '明细不存在或已被删除' }, ...wrong])
  if (wrong.length > 0) throw invalid(wrong)
  const own = line.voucher_attachment_codes
  const codes = withAdded(own, added, ADDED_VOUCHERS)
  if (codes.length === own.length) return payment
  line.voucher_attachment_codes = codes
  const changed = {
    ...paymentFields((field) => payment[field]),
    cost_execution_details: lines,
    version: payment.version,
  }
  return await updatePayment(tx, context, rules, { params, query: undefined, body: changed })
}
