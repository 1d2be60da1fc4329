import type { Ledger } from '../../platform/ledger.ts'

export const RECEIPTS: Ledger = {
  resource: 'investment_execution',
  table: 'investment_executions',
  parts: {},
  label: ['investment_at', 'investor'],
  subject: null,
  contract: { table: 'investment_executions', record: null, direction: 'in' },
  files: null,
  shownIn: ['overview', 'contract', 'contract_caution', 'investment_budget'],
}
