import type { LedgerSample } from '../sample.ts'

export const SAMPLE: LedgerSample = {
  body: () => ({}),
  exported: [],
  imported: false,
  charts: [],
}
