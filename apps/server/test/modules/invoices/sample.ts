import type { LedgerSample } from '../sample.ts'

export const INVOICE: LedgerSample = {
  body: ({ file }) => ({ attachment_codes: [file] }),
  exported: [],
  imported: false,
  charts: [],
}
