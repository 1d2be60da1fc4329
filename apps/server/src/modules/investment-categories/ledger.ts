import type { Ledger } from '../../platform/ledger.ts'

export const INVESTMENT_CATEGORIES: Ledger = {
  resource: 'investment_category',
  table: 'investment_categories',
  parts: {},
  label: ['name'],
  subject: null,
  contract: null,
  files: null,
  shownIn: ['investment_execution'],
}
