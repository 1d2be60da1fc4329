import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fieldText, type Transfer } from '../../../src/features/transfer-batches/fields.ts'
import { DELIVERED } from '../../../src/features/transfer-batches/formats/delivered.ts'
import type { TransferFormat } from '../../../src/features/transfer-batches/formats/format.ts'
import { formatOn } from '../../../src/features/transfer-batches/formats/load.ts'
import { writeFile } from '../../../src/features/transfer-batches/write-file.ts'
import { formatOf, PAYER, ROWS } from './transfers.ts'

/** The bytes of 工商银行's file, as they stand in it. */
const ICBC = [
  '#总计信息',
  '#注意：本文件中的金额均以分为单位！',
  '#币种|日期|总计标志|总金额|总笔数|',
  'RMB|20261122|1|150050|2|',
  '#明细指令信息',
  '#币种|日期|明细标志|顺序号|付款账号开户行|付款账号|付款账号名称|收款账号开户行|收款账号省份|收款账号地市|收款账号地区码|收款账号|收款账号名称|金额|汇款用途|备注信息|汇款方式|收款账户短信通知手机号码|自定义序号|',
  'RMB|20261122|2|1|工商银行北京某某支行|0200001234567890123|长河灯火剧组|招商银行横店支行|浙江|东阳|0000|6222020000000001|横店某某木作工坊|100050|内景木作｜第三期，尾||0||FK202611220001|',
  'RMB|20261122|2|2|工商银行北京某某支行|0200001234567890123|长河灯火剧组|中国建设银行北京分行|||0000|6217000000000002|陈立|50000|劳务||0||FK202611220002|',
  '*',
  '',
].join('\r\n')
/** SHA-256 of these texts in GBK, made by another encoder (Python's gbk). */
const ICBC_SHA256 = 'be397c4ae7f30b41f98fd3cc9507e6016e50a8be9db72eb1694b338d48025000'

test('工商银行: GBK, amounts in fen, byte for byte', async () => {
  const written = await writeFile(formatOf('icbc'), ROWS, PAYER)
  expect(new TextDecoder('gbk').decode(written)).toBe(ICBC)
  expect(createHash('sha256').update(written).digest('hex')).toBe(ICBC_SHA256)
  // Some bytes by hand: 总 D7DC, 计 BCC6, 信 D0C5, 息 CFA2.
  expect(written.subarray(0, 11).toString('hex')).toBe('23d7dcbcc6d0c5cfa20d0a')
})

test('工商银行: 加急, and an account at the bank itself', async () => {
  const [row] = ROWS as [Transfer]
  const written = await writeFile(formatOf('icbc'), [{ ...row, bank_name: '中国工商银行东阳支行' }], {
    ...PAYER,
    urgent: true,
  })
  const line = new TextDecoder('gbk').decode(written).split('\r\n')[6]?.split('|')
  expect([line?.[10], line?.[16]]).toEqual(['', '1'])
})

test('an account is at the bank itself by the beginning of its branch’s name alone', async () => {
  const [row] = ROWS as [Transfer]
  const names = [
    '中国 建设银行北京分行',
    '建行横店支行',
    '中国银行福建行政中心支行',
    '招商银行北京建设银行大厦支行',
  ]
  const kind = formatOf('ccb').columns.find(({ by_bank }) => by_bank)
  if (!kind) throw new Error('no column')
  expect(names.map((bank_name) => fieldText(kind, { ...row, bank_name }, PAYER))).toEqual([
    '01',
    '01',
    '02',
    '02',
  ])
})

test('the format of a day is the last that began', () => {
  const [icbc] = DELIVERED as [TransferFormat]
  const newer = { ...icbc, version: '2', holds_from: '2026-12-01' }
  expect(formatOn([newer, icbc], 'icbc', '2026-11-30')?.version).toBe('1')
  expect(formatOn([newer, icbc], 'icbc', '2026-12-01')?.version).toBe('2')
  expect(formatOn([newer], 'icbc', '2026-11-30')).toBeUndefined()
})
