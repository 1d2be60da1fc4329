import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: ({ incoming, investmentType }, text) => ({
    investment_at: '2026-11-21',
    investor: text,
    investment_category_id: investmentType,
    contract_code: incoming,
    amount: '1.00',
  }),
  exported: ['investor', 'desc'],
  imported: true,
  charts: ['investment_category', 'investor'],
}
