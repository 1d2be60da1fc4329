import type { TransferBatch } from '@pianzhang/contract/transfer-batches'
import { expect, test } from 'vitest'
import { actionsOf } from './columns.tsx'

const none = () => undefined
const on = { onDetail: none, onFile: none, onCancel: none }
const BATCH: TransferBatch = {
  code: 'PL202611220001',
  bank: 'icbc',
  bank_i18n: '工商银行',
  format_version: '1',
  pay_account: '***************0123',
  pay_account_name: '长河灯火剧组',
  pay_bank_name: '工商银行北京某某支行',
  urgent: false,
  total_yuan: '1500.50',
  count: 2,
  state: 'exported',
  state_i18n: '已导出',
  creator_name: '沈慧',
  created_at: '2026-11-22T08:00:00+08:00',
  cancelled_at: null,
  can: { write: true },
}

test('the file of a cancelled batch is not offered', () => {
  const labels = (row: TransferBatch) => actionsOf(row, on).map(({ label }) => label)
  expect(labels(BATCH)).toEqual(['详情', '下载', '作废'])
  const cancelled = { ...BATCH, state: 'cancelled', state_i18n: '已作废', can: { write: false } }
  expect(labels(cancelled)).toEqual(['详情'])
})
