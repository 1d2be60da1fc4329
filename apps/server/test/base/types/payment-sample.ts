import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: (_, text) => ({ name: text }),
  exported: ['name'],
  imported: false,
  charts: [],
}
