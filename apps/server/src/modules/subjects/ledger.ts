import type { Ledger } from '../../platform/ledger.ts'

export const SUBJECTS: Ledger = {
  resource: 'subject',
  table: 'subjects',
  parts: {},
  label: ['out_code'],
  subject: null,
  contract: null,
  files: null,
  shownIn: ['cost_budget', 'cost_execution', 'imprest'],
}
