import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: ({ subject, contract, file }, text) => ({
    pay_at: '2026-11-21',
    payer: text,
    subject_three_code: subject,
    contract_code: contract,
    pay_channel: '1',
    pay_amount: '1.00',
    voucher_attachment_codes: [file],
  }),
  exported: ['payer', 'post', 'summary', 'remark'],
  imported: true,
  charts: ['payer', 'subject_one', 'subject_three', 'subject_two', 'voucher_category'],
}
