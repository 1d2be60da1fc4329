import type { Ledger } from '../../platform/ledger.ts'

const OWN = { table: 'petty_cash', record: null } as const

export const PETTY_CASH = {
  resource: 'imprest',
  table: 'petty_cash',
  parts: {
    petty_cash_amounts: '备用金总额',
    petty_cash_attachments: '备用金凭证',
    petty_cash_payments: '备用金核销明细',
    write_offs: '备用金核销',
  },
  label: ['code'],
  subjects: [OWN],
  contract: { ...OWN, direction: 'out' },
  type: null,
  files: 'petty_cash_attachments',
  shownIn: ['overview', 'cost_report', 'payable'],
} as const satisfies Ledger
