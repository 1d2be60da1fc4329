import type { LedgerSample } from '../../harness/sample.ts'

/** Of saved payments whose payees have accounts: batches.test.ts makes them. */
export const SAMPLE: LedgerSample = {
  body: () => ({}),
  exported: [],
  imported: false,
  charts: [],
  single: true,
}
