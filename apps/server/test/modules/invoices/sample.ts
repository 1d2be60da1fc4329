import type { LedgerSample } from '../sample.ts'

export const SAMPLE: LedgerSample = {
  body: ({ file }) => ({ attachment_codes: [file] }),
  exported: [],
  imported: false,
  charts: [],
}
