import type { Ledger } from '../../platform/ledger.ts'

export const RECEIPTS = {
  resource: 'investment_execution',
  table: 'investment_executions',
  parts: {},
  label: ['investment_at', 'investor'],
  subjects: [],
  contract: { table: 'investment_executions', record: null, direction: 'in' },
  type: {
    table: 'investment_executions',
    record: null,
    of: 'investment_categories',
    column: 'investment_category_id',
  },
  files: null,
  shownIn: ['overview', 'contract', 'contract_caution', 'investment_budget', 'payable'],
} as const satisfies Ledger
