import type { LedgerSample } from '../sample.ts'

export const SAMPLE: LedgerSample = {
  body: (_, text) => ({
    bank: 'general',
    pay_account: '6222000000001234',
    pay_account_name: text,
    pay_bank_name: text,
    // A batch needs saved payments with a payee's account; without them it is refused.
    codes: [text],
  }),
  exported: [],
  imported: false,
  charts: [],
}
