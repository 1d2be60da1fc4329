import type { Ledger } from '../../platform/ledger.ts'

export const INVOICES = {
  resource: 'invoice',
  table: 'invoices',
  parts: { invoice_files: '发票附件', invoice_keys: '发票的唯一登记' },
  label: ['invoice_number'],
  subjects: [],
  contract: null,
  type: null,
  files: 'invoice_files',
  shownIn: ['cost_execution', 'missing_invoice'],
} as const satisfies Ledger
