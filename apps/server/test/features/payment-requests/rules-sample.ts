import type { LedgerSample } from '../../harness/sample.ts'

/** A project has one set of rules, which people.test.ts of payment-requests changes. */
export const SAMPLE: LedgerSample = {
  body: () => ({}),
  exported: [],
  imported: false,
  charts: [],
  single: true,
}
