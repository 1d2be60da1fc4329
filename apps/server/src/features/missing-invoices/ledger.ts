import type { Ledger } from '../../platform/ledger.ts'

/** Of its own it has whom invoices are made out to; what lacks one follows from payments, invoices and types. */
export const MISSING_INVOICES = {
  resource: 'missing_invoice',
  table: 'invoice_titles',
  parts: {},
  label: null,
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: [],
} as const satisfies Ledger
