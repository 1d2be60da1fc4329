import type { LedgerSample } from '../../harness/sample.ts'

/** Of a month before the company had to choose how it sees to VAT. */
export const SAMPLE: LedgerSample = {
  path: 'labor_tax',
  body: ({ payee }, text) => ({
    payee_code: payee,
    pay_at: '2026-10-21',
    kind: 'labor',
    basis: 'gross',
    amount: '3000',
    remark: text,
  }),
  exported: ['remark'],
  imported: false,
  exports: ['labor_tax/records/export', 'labor_tax/months/export'],
  charts: [],
}
