import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: ({ subject }, text) => ({
    subject_three_code: subject,
    unit_price: '1.00',
    quantity: '1',
    remark: text,
  }),
  exported: ['remark', 'unit'],
  imported: true,
  charts: ['subject_one', 'subject_three', 'subject_two'],
}
