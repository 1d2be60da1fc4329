import type { Ledger } from '../../platform/ledger.ts'

export const RECEIPTS = {
  resource: 'investment_execution',
  table: 'receipts',
  parts: {},
  label: ['investment_at', 'investor'],
  subjects: [],
  contract: { table: 'receipts', record: null, direction: 'in' },
  type: {
    table: 'receipts',
    record: null,
    of: 'investment_types',
    column: 'investment_category_id',
  },
  files: null,
  shownIn: ['overview', 'contract', 'contract_caution', 'investment_budget', 'payable'],
} as const satisfies Ledger
