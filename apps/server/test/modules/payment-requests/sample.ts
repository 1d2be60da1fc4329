import { SAMPLE as PAYMENT } from '../cost-executions/sample.ts'
import type { LedgerSample } from '../sample.ts'

/** A draft has the body of a payment. */
export const SAMPLE: LedgerSample = {
  body: PAYMENT.body,
  exported: ['payer', 'summary'],
  imported: false,
  charts: [],
}
