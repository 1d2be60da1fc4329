import type { Ledger } from '../../platform/ledger.ts'

export const FEES = {
  resource: 'labor_tax',
  table: 'fees',
  parts: {},
  label: null,
  // A fee has the subject and the contract of the payment line that pays it.
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['cost_report', 'payable'],
} as const satisfies Ledger
