import type { TransferBatch } from '@pianzhang/contract/transfer-batches'
import { expect, test } from 'vitest'
import { SUMS } from './sums.ts'
import { cancelText } from './words.ts'

const row = (state: string, total_yuan: string): TransferBatch => ({
  ...{ code: `PL${total_yuan}`, bank: 'icbc', bank_i18n: '工商银行', format_version: '1', count: 1 },
  ...{ pay_account: '', pay_account_name: '', pay_bank_name: '', urgent: false, total_yuan, state },
  ...{ state_i18n: '', creator_name: '', created_at: '', cancelled_at: null, can: { write: false } },
})

test('who cancels a batch reads its amount with separators', () => {
  expect(cancelText({ code: 'PL1', count: 1200, total_yuan: '14999683.19' })).toMatch(
    /^PL1，1,200 笔，14,999,683.19 元。/,
  )
})

test('cancelled batches are in no sum, and their words say so', () => {
  const items = [row('exported', '20.00'), row('cancelled', '300.00')]
  const list = {
    ...{ items, listTotal: 5, living_count: 3, total_amount_yuan: '1000.50', can: { write: false } },
  }
  expect(SUMS.table(list)).toMatchObject([
    { label: '本页合计', note: '1 条，不含已作废', amounts: { total: '20.00' } },
    { label: '筛选合计', note: '3 条，不含已作废', amounts: { total: '1000.50' } },
  ])
  expect(SUMS.cards(list)).toEqual([{ name: '筛选合计（不含已作废） · 共 3 条', amount: '1000.50' }])
  expect(SUMS.selected(items)).toEqual([{ name: '合计', amount: '20.00' }])
})
