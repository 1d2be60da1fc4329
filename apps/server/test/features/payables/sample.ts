import type { LedgerSample } from '../../harness/sample.ts'

/** Written with the plan of its contract: PUT /contracts/:code/instalments. */
export const SAMPLE: LedgerSample = {
  body: () => ({}),
  exported: [],
  imported: false,
  exports: ['payables/export', 'payables/forecast/export'],
  charts: [],
  single: true,
}
