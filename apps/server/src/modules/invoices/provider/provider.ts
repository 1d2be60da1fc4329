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

/** How a provider may ask. */
export interface Asking {
  /** Aborts when the person who asked has left: the request is ended, and `verify` throws the signal's reason. */
  signal: AbortSignal
  /** Called before each request after the first, which is counted already. False: no more today. */
  mayRepeat(): Promise<boolean>
}

/**
 * Who says whether an invoice is genuine. An outage is a verdict (`unknown`), not an error; it answers within
 * `timing.verifyTotalMs`. Duplicates in the company are not its concern (keys.ts).
 */
export interface VerificationProvider {
  verify(question: Question, asking: Asking): Promise<Verdict>
}
