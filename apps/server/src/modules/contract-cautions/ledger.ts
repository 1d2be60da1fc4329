import type { Ledger } from '../../platform/ledger.ts'

export const REMINDERS: Ledger = {
  resource: 'contract_caution',
  table: 'contract_cautions',
  parts: {},
  label: null,
  subject: null,
  // Deleted with their contract, so they do not keep it.
  contract: null,
  files: null,
  shownIn: [],
}
