import type { LedgerSample } from '../sample.ts'

export const INVESTMENT_BUDGET: LedgerSample = {
  body: (_, text) => ({ investor: text, amount: '1.00' }),
  exported: ['investor'],
  imported: false,
  charts: [],
}
