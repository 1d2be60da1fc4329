import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: ({ subject, contract, invoice, file, paymentType }, text) => ({
    pay_at: '2026-11-21',
    payer: text,
    cost_execution_details: [
      {
        subject_three_code: subject,
        pay_channel: '1',
        pay_category_id: paymentType,
        pay_amount: '1.00',
        voucher_category: '1',
        contract_code: contract,
        check_invoice_code: invoice,
        voucher_attachment_codes: [file],
        remark: text,
      },
    ],
  }),
  exported: ['payer', 'post', 'summary', 'cost_execution_details.remark'],
  imported: true,
  charts: ['pay_category', 'payer', 'subject_one', 'subject_three', 'subject_two', 'voucher_category'],
}
