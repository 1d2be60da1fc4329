import type { Ledger } from '../../platform/ledger.ts'

export const PAYMENT_TYPES = {
  resource: 'pay_category',
  table: 'payment_types',
  parts: {},
  label: ['name'],
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['cost_execution', 'payable', 'missing_invoice'],
} as const satisfies Ledger

export const INVESTMENT_TYPES = {
  resource: 'investment_category',
  table: 'investment_types',
  parts: {},
  label: ['name'],
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['investment_execution'],
} as const satisfies Ledger
