import type { Ledger } from '../../platform/ledger.ts'

export const PAY_CATEGORIES = {
  resource: 'pay_category',
  table: 'pay_categories',
  parts: {},
  label: ['name'],
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['cost_execution', 'payable', 'missing_invoice'],
} as const satisfies Ledger
