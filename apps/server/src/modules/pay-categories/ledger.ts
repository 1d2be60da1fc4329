import type { Ledger } from '../../platform/ledger.ts'

export const PAY_CATEGORIES: Ledger = {
  resource: 'pay_category',
  table: 'pay_categories',
  parts: {},
  label: ['name'],
  subject: null,
  contract: null,
  files: null,
  shownIn: ['cost_execution'],
}
