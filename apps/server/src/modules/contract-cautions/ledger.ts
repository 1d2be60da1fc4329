import type { Ledger } from '../../platform/ledger.ts'

export const REMINDERS = {
  resource: 'contract_caution',
  table: 'contract_cautions',
  parts: {},
  label: null,
  subject: null,
  // Deleted with their contract, so they do not keep it.
  contract: null,
  type: null,
  files: null,
  shownIn: [],
} as const satisfies Ledger
