import { SAMPLE as PAYMENT } from '../../books/payments/sample.ts'
import type { LedgerSample } from '../../harness/sample.ts'

/** A draft has the body of a payment; the invoice is the payment's. */
export const SAMPLE: LedgerSample = {
  body: (references, text) => PAYMENT.body({ ...references, invoice: null }, text),
  exported: ['payer', 'summary'],
  imported: false,
  charts: [],
}
