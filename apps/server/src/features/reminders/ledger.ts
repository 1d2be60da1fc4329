import type { Ledger } from '../../platform/ledger.ts'

export const REMINDERS = {
  resource: 'contract_caution',
  table: 'contract_reminders',
  parts: {},
  label: null,
  subjects: [],
  // Reminders are deleted with their contract, so they do not prevent its deletion.
  contract: null,
  type: null,
  files: null,
  shownIn: [],
} as const satisfies Ledger
