import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: ({ file }) => ({ attachment_codes: [file] }),
  exported: [],
  imported: false,
  charts: [],
}
