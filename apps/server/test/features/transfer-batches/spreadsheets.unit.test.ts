import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkRow, type Transfer } from '../../../src/features/transfer-batches/fields.ts'
import { writeFile } from '../../../src/features/transfer-batches/write-file.ts'
import { formatOf, PAYER, ROWS } from './transfers.ts'

/** The content of a file of a zip, as it is stored; sizes are behind the data, so they are read from the directory. */
function unzipped(zip: Buffer, name: string): string {
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [length, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    if (zip.toString('utf8', at + 46, at + 46 + length) === name) {
      const start = zip.readUInt32LE(at + 42)
      const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
      return inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20))).toString()
    }
    at += 46 + length + extra + comment
  }
  throw new Error(`no ${name}`)
}

/** The rows of a sheet: the texts and numbers of its cells as its bytes have them; cells without a value are left out of the file. */
function cellsOf(xml: string): string[][] {
  const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, column = '', cell = '']) => ({
      at: column.charCodeAt(0) - 65,
      text: cell.replace(/<[^>]*>/g, ''),
    })),
  )
  const width = rows[0]?.length ?? 0
  return rows.map((row) =>
    Array.from({ length: width }, (_, index) => row.find(({ at }) => at === index)?.text ?? ''),
  )
}

test.each([
  [
    'icbc_sheet',
    [
      [
        '币种',
        '日期',
        '明细标志',
        '顺序号',
        '付款账号开户行',
        '付款账号/卡号',
        '付款账号名称/卡名称',
        '收款账号开户行',
        '收款账号省份',
        '收款账号地市',
        '收款账号地区码',
        '收款账号',
        '收款账号名称',
        '金额',
        '汇款用途',
        '备注信息',
        '汇款方式',
        '收款账户短信通知手机号码',
        '自定义序号',
      ],
      [
        'RMB',
        '20261122',
        '2',
        '1',
        '工商银行北京某某支行',
        '0200001234567890123',
        '长河灯火剧组',
        '招商银行横店支行',
        '浙江',
        '东阳',
        '0000',
        '6222020000000001',
        '横店某某木作工坊',
        '1000.50',
        '内景木作｜第三期，尾',
        '',
        '0',
        '',
        'FK202611220001',
      ],
      [
        'RMB',
        '20261122',
        '2',
        '2',
        '工商银行北京某某支行',
        '0200001234567890123',
        '长河灯火剧组',
        '中国建设银行北京分行',
        '',
        '',
        '0000',
        '6217000000000002',
        '陈立',
        '500.00',
        '劳务',
        '',
        '0',
        '',
        'FK202611220002',
      ],
    ],
  ],
  [
    'cmb',
    [
      [
        '业务参考号',
        '收款人编号',
        '收款人帐号',
        '收款人名称',
        '收方开户支行',
        '收款人所在省',
        '收款人所在市',
        '收方邮件地址',
        '收方移动电话',
        '币种',
        '付款分行',
        '结算方式',
        '业务种类',
        '付方帐号',
        '期望日',
        '期望时间',
        '用途',
        '金额',
        '收方行号',
        '收方开户银行',
        '业务摘要',
      ],
      [
        'FK202611220001',
        '',
        '6222020000000001',
        '横店某某木作工坊',
        '招商银行横店支行',
        '浙江',
        '东阳',
        '',
        '',
        '人民币',
        '',
        '普通',
        '',
        '0200001234567890123',
        '20261122',
        '',
        '内景木作｜第三期，尾款　十一月',
        '1000.50',
        '308338900127',
        '招商银行横店支行',
        '',
      ],
      [
        'FK202611220002',
        '',
        '6217000000000002',
        '陈立',
        '中国建设银行北京分行',
        '',
        '',
        '',
        '',
        '人民币',
        '',
        '普通',
        '',
        '0200001234567890123',
        '20261122',
        '',
        '劳务',
        '500.00',
        '',
        '中国建设银行北京分行',
        '',
      ],
    ],
  ],
  [
    'ccb',
    [
      [
        '*序号',
        '*付款方客户账号',
        '*付款方账户名称',
        '*收款方行别代码（01-本行 02-国内他行）',
        '*收款方客户账号',
        '*收款方账户名称',
        '收款方开户行名称',
        '收款方联行号',
        '客户方流水号',
        '*金额',
        '*用途',
        '备注',
      ],
      [
        '1',
        '0200001234567890123',
        '长河灯火剧组',
        '02',
        '6222020000000001',
        '横店某某木作工坊',
        '招商银行横店支行',
        '308338900127',
        'FK202611220001',
        '1000.50',
        '内景木作｜第三期，尾款　十一月',
        '',
      ],
      [
        '2',
        '0200001234567890123',
        '长河灯火剧组',
        '01',
        '6217000000000002',
        '陈立',
        '中国建设银行北京分行',
        '',
        'FK202611220002',
        '500.00',
        '劳务',
        '',
      ],
    ],
  ],
  [
    'general',
    [
      [
        '序号',
        '付款编号',
        '收款人',
        '户名',
        '收款账号',
        '开户行',
        '联行号',
        '所在省',
        '所在市',
        '金额（元）',
        '用途',
        '付款账号',
        '付款户名',
      ],
      [
        '1',
        'FK202611220001',
        '横店某某木作工坊',
        '横店某某木作工坊',
        '6222020000000001',
        '招商银行横店支行',
        '308338900127',
        '浙江',
        '东阳',
        '1000.50',
        '内景木作｜第三期，尾款　十一月',
        '0200001234567890123',
        '长河灯火剧组',
      ],
      [
        '2',
        'FK202611220002',
        '陈立',
        '陈立',
        '6217000000000002',
        '中国建设银行北京分行',
        '',
        '',
        '',
        '500.00',
        '劳务',
        '0200001234567890123',
        '长河灯火剧组',
      ],
    ],
  ],
])('%s: a spreadsheet in yuan, the same bytes each time', async (bank, rows) => {
  const written = await writeFile(formatOf(bank), ROWS, PAYER)
  expect(await writeFile(formatOf(bank), ROWS, PAYER)).toEqual(written)
  expect(cellsOf(unzipped(written, 'xl/worksheets/sheet1.xml'))).toEqual(rows)
})

test('工商银行（电子表格）: what the bank would refuse, lengths in bytes of GBK', () => {
  const [row] = ROWS as [Transfer]
  const wrong = { ...row, bank_name: '', account_name: '𠮷田木作', province: '浙'.repeat(16) }
  const payer = { ...PAYER, pay_account_name: '剧'.repeat(31) }
  expect(checkRow(formatOf('icbc_sheet'), wrong, payer)).toEqual({
    problems: [
      '付款账号名称/卡名称过长（62字节，银行最多60字节）',
      '收款账号开户行不能为空',
      '收款账号省份过长（32字节，银行最多30字节）',
      '收款账号名称含有银行不支持的字符“𠮷”',
    ],
    warnings: ['汇款用途过长（30字节，银行最多20字节），文件中为“内景木作｜第三期，尾”'],
  })
})

test('a spreadsheet whose format has amounts in fen', async () => {
  const written = await writeFile({ ...formatOf('general'), amounts: 'fen' }, ROWS, PAYER)
  const [titles, ...rows] = cellsOf(unzipped(written, 'xl/worksheets/sheet1.xml'))
  const at = titles?.indexOf('金额（元）') ?? -1
  expect(rows.map((row) => row[at])).toEqual(['100050', '50000'])
})
