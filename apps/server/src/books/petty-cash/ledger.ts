import type { Ledger } from '../../platform/ledger.ts'

const OWN = { table: 'imprests', record: null } as const

export const PETTY_CASH = {
  resource: 'imprest',
  table: 'imprests',
  parts: {
    imprest_amounts: '备用金总额',
    imprest_attachments: '备用金凭证',
    imprest_payments: '备用金核销明细',
    imprest_write_offs: '备用金核销',
  },
  label: ['code'],
  subjects: [OWN],
  contract: { ...OWN, direction: 'out' },
  type: null,
  files: 'imprest_attachments',
  shownIn: ['overview', 'cost_report', 'payable'],
} as const satisfies Ledger
