import type { Ledger } from '../../platform/ledger.ts'

export const SUBJECTS = {
  resource: 'subject',
  table: 'subjects',
  parts: {},
  label: ['out_code'],
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['cost_budget', 'cost_execution', 'imprest', 'payable'],
} as const satisfies Ledger
