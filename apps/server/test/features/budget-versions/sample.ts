import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: (_, text) => ({ name: text }),
  exported: [],
  imported: false,
  exports: ['budget_versions/export', 'budget_versions/compare/export', 'budget_moves/export'],
  charts: [],
  single: true,
}
