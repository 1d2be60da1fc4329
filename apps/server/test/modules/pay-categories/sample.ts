import type { LedgerSample } from '../sample.ts'

export const PAY_CATEGORY: LedgerSample = {
  body: (_, text) => ({ name: text }),
  exported: ['name'],
  imported: false,
  charts: [],
}
