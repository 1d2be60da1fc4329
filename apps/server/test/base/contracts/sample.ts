import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: (_, text) => ({ out_code: text, customer: text, category: '2', amount: '1.00' }),
  exported: [
    'out_code',
    'customer',
    'remark',
    'id_number',
    'income_bank_name',
    'income_bankcard_account',
    'income_bankcard_username',
  ],
  imported: true,
  charts: [],
}
