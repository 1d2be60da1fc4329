import type { Ledger } from '../../platform/ledger.ts'

export const PAYABLES = {
  resource: 'payable',
  table: 'contract_instalments',
  parts: {},
  label: ['title'],
  subjects: [{ table: 'contract_instalments', record: null }],
  // Deleted with its contract.
  contract: null,
  type: {
    table: 'contract_instalments',
    record: null,
    of: 'payment_types',
    column: 'pay_category_id',
  },
  files: null,
  shownIn: ['cost_execution'],
} as const satisfies Ledger
