import type { Ledger } from '../../platform/ledger.ts'

const LINE = { table: 'cost_execution_details', record: 'cost_execution_id' } as const

export const PAYMENTS = {
  resource: 'cost_execution',
  table: 'cost_executions',
  parts: {
    cost_execution_details: '付款明细',
    invoice_uses: '发票关联',
    cost_execution_detail_attachments: '付款凭证',
  },
  label: ['code'],
  subjects: [LINE],
  contract: { ...LINE, direction: 'out' },
  type: { ...LINE, of: 'pay_categories', column: 'pay_category_id' },
  files: 'cost_execution_detail_attachments',
  shownIn: [
    'overview',
    'cost_report',
    'payable',
    'contract',
    'contract_caution',
    'invoice',
    'labor_tax',
    'missing_invoice',
  ],
} as const satisfies Ledger
