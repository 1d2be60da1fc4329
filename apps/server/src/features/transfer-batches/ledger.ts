import type { Ledger } from '../../platform/ledger.ts'

export const TRANSFER_BATCHES = {
  resource: 'transfer_batch',
  table: 'transfer_batches',
  parts: { transfer_batch_payments: '批量文件付款' },
  label: ['code'],
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: [],
} as const satisfies Ledger
