import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: () => ({}),
  exported: [],
  imported: 'cost_report/estimates',
  exports: [
    'cost_report/export',
    'cost_report/daily/export',
    'cost_report/estimates/export',
    'cost_reports/export',
    'cost_reports/:code/export',
  ],
  charts: [],
}
