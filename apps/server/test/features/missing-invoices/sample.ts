import type { LedgerSample } from '../../harness/sample.ts'

/** A project has one. The export is of lines that lack an invoice. */
export const SAMPLE: LedgerSample = {
  body: () => ({}),
  exported: [],
  imported: false,
  exports: ['missing_invoices/export'],
  charts: [],
  single: true,
}
