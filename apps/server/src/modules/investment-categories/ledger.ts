import type { Ledger } from '../../platform/ledger.ts'

export const INVESTMENT_CATEGORIES = {
  resource: 'investment_category',
  table: 'investment_categories',
  parts: {},
  label: ['name'],
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['investment_execution'],
} as const satisfies Ledger
