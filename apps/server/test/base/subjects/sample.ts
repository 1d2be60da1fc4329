import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: (_, text) => ({ name: text, category: 0 }),
  exported: ['name'],
  imported: false,
  charts: [],
}
