import type { Ledger } from '../../platform/ledger.ts'

export const CONTRACTS = {
  resource: 'contract',
  table: 'contracts',
  parts: {
    contract_allocations: '合同分摊',
    contract_attachments: '合同附件',
    contract_supplements: '补充合同',
  },
  label: ['out_code'],
  subjects: [{ table: 'contract_allocations', record: 'contract_id' }],
  contract: null,
  type: null,
  files: 'contract_attachments',
  shownIn: [
    'overview',
    'cost_report',
    'payable',
    'contract_caution',
    'cost_execution',
    'investment_execution',
    'imprest',
  ],
} as const satisfies Ledger
