import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: (_, text) => ({ investor: text, amount: '1.00' }),
  exported: ['investor'],
  imported: true,
  charts: [],
}
