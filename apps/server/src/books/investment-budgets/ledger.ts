import type { Ledger } from '../../platform/ledger.ts'

export const INVESTMENT_BUDGETS = {
  resource: 'investment_budget',
  table: 'investment_budgets',
  parts: {},
  label: ['investor'],
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['overview', 'investment_execution'],
} as const satisfies Ledger
