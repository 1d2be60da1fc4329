import type { Payer, Transfer } from '../../../src/features/transfer-batches/fields.ts'
import { DELIVERED } from '../../../src/features/transfer-batches/formats/delivered.ts'
import type { TransferFormat } from '../../../src/features/transfer-batches/formats/format.ts'
import { formatOn } from '../../../src/features/transfer-batches/formats/load.ts'

export const PAYER: Payer = {
  pay_account: '0200001234567890123',
  pay_account_name: '长河灯火剧组',
  pay_bank_name: '工商银行北京某某支行',
  urgent: false,
  date: '2026-11-22',
}
export const ROWS: Transfer[] = [
  {
    position: 1,
    code: 'FK202611220001',
    name: '横店某某木作工坊',
    account_name: '横店某某木作工坊',
    account: '6222020000000001',
    bank_name: '招商银行横店支行',
    bank_code: '308338900127',
    province: '浙江',
    city: '东阳',
    phone: '13812340066',
    purpose: '内景木作|第三期,尾款\n十一月',
    amount: 100_050n,
  },
  {
    position: 2,
    code: 'FK202611220002',
    name: '陈立',
    account_name: '陈立',
    account: '6217000000000002',
    bank_name: '中国建设银行北京分行',
    bank_code: '',
    province: '',
    city: '',
    phone: '',
    purpose: '劳务',
    amount: 50_000n,
  },
]

export const formatOf = (bank: string): TransferFormat => {
  const format = formatOn(DELIVERED, bank, '2026-11-22')
  if (!format) throw new Error(`no format of ${bank}`)
  return format
}
