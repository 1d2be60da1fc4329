import { labelOf, PAY_CHANNELS, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import type { PaymentRequestBody } from '@pianzhang/contract/payment-requests'
import type { LineInvoice, PaymentLine, PaymentLineAnswer } from '@pianzhang/contract/payments'
import { attachmentAnswer } from '../../base/attachments/link.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import type { NamedRecords } from './references.ts'

/** The invoices of a line. What each gives by default is known only when the payment is booked; until then it is the line's amount. */
const invoicesIn = (line: PaymentLine, { invoices }: NamedRecords) =>
  (line.invoices ?? [{ code: line.check_invoice_code ?? '' }]).flatMap(({ code, amount }: LineInvoice) => {
    const invoice = invoices.get(code)
    return invoice ? { code, invoice_number: invoice.name, amount_yuan: yuan(amount ?? line.pay_amount) } : []
  })

/** The lines of a request as those of a payment are answered. They have no codes yet, and what was deleted since has no name. */
export const lineAnswers = (
  context: ProjectContext,
  lines: PaymentRequestBody['cost_execution_details'],
  named: NamedRecords,
): PaymentLineAnswer[] =>
  lines.map((line) => {
    const subject = named.subjects.get(line.subject_three_code)
    const contract = named.contracts.get(line.contract_code ?? '')
    const instalment = named.instalments.get(line.instalment_code ?? '')
    const invoices = invoicesIn(line, named)
    const [invoice] = invoices.length === 1 ? invoices : []
    return {
      code: '',
      subject_one_name: subject?.one_name ?? '',
      subject_two_name: subject?.two_name ?? '',
      subject_three_name: subject?.name ?? '',
      subject_three_code: subject?.code ?? '',
      subject_three_out_code: subject?.out_code ?? '',
      pay_channel_code: line.pay_channel,
      pay_channel_i18n: labelOf(PAY_CHANNELS, line.pay_channel),
      pay_category_id: named.categories.has(line.pay_category_id) ? line.pay_category_id : null,
      pay_category_name: named.categories.get(line.pay_category_id)?.name ?? '',
      voucher_category_code: line.voucher_category,
      voucher_category_i18n: labelOf(VOUCHER_CATEGORIES, line.voucher_category),
      face_tax_rate: line.face_tax_rate ?? '',
      contract: contract ? { code: contract.code, out_code: contract.name } : null,
      instalment: instalment ? { code: instalment.code, title: instalment.name } : null,
      pay_amount_yuan: yuan(line.pay_amount),
      check_invoice: invoice ? { code: invoice.code, invoice_number: invoice.invoice_number } : null,
      invoices,
      no_invoice_reason: line.no_invoice_reason,
      voucher_attachments: line.voucher_attachment_codes.flatMap((code) => {
        const file = named.files.get(code)
        return file ? attachmentAnswer(context, file, 'payment_request') : []
      }),
      remark: line.remark,
    }
  })
