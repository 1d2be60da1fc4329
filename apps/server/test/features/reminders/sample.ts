import type { LedgerSample } from '../../harness/sample.ts'

export const SAMPLE: LedgerSample = {
  body: ({ contract }, text) => ({
    contract_code: contract,
    category: 0,
    start_at: '2026-11-21',
    remark: text,
  }),
  exported: [],
  imported: false,
  charts: [],
}
