import type { Fen } from '@pianzhang/contract/money'
import type { CodedInvoice } from '@pianzhang/einvoice'

/** The figures of an invoice to verify: valid, and complete for its type (`requiredFields`). Amounts in fen. */
export interface Figures {
  invoice_type: string
  invoice_code: string
  invoice_number: string
  billing_date: string | null
  total_amount: Fen | null
  amount_without_tax: Fen | null
  check_code: string
  seller_tax_no: string
  seller_name: string
}

export interface Question {
  figures: Figures
  /** What its QR code says. */
  coded: CodedInvoice | null
}

/** `unknown`: nothing was found out, so the invoice stays unchecked. `reason` is shown to people. */
export interface Verdict {
  outcome: 'passed' | 'failed' | 'unknown'
  reason: string
}

/** The limits of a provider's requests. */
export interface Asking {
  /** Aborts when the caller disconnects: the request is ended, and `verify` throws the signal's reason. */
  signal: AbortSignal
  /** Call it before each request after the first, which is counted already. False: no further request is allowed today. */
  mayRepeat(): Promise<boolean>
}

/**
 * A service that says whether an invoice is genuine, within `timing.verifyTotalMs`. An outage is a verdict (`unknown`), not an
 * error. Duplicates in the company are found elsewhere (keys.ts).
 */
export interface VerificationProvider {
  verify(question: Question, asking: Asking): Promise<Verdict>
}
