import type { Ledger } from '../../platform/ledger.ts'

const LINE = { table: 'payment_lines', record: 'payment_id' } as const

export const PAYMENTS = {
  resource: 'cost_execution',
  table: 'payments',
  parts: {
    payment_lines: '付款明细',
    invoice_uses: '发票关联',
    payment_line_attachments: '付款凭证',
  },
  label: ['code'],
  subjects: [LINE],
  contract: { ...LINE, direction: 'out' },
  type: { ...LINE, of: 'payment_types', column: 'pay_category_id' },
  files: 'payment_line_attachments',
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
