import { type TransferFormat, transferFormat } from './format.ts'

// Banks publish no formats and change them. These are the ones that public programs write; none was proven at a bank by us.

const ICBC = ['工商银行', '工行', 'ICBC']
const CCB = ['建设银行', '建行', 'CCB']

/** The text and the spreadsheet have the same columns; two have other titles. */
const icbcColumns = (account: string, name: string) => [
  { title: '币种', text: 'RMB' },
  { title: '日期', value: 'date' },
  { title: '明细标志', text: '2' },
  { title: '顺序号', value: 'position' },
  { title: '付款账号开户行', value: 'pay_bank_name', bytes: 60 },
  { title: account, value: 'pay_account', bytes: 34 },
  { title: name, value: 'pay_account_name', bytes: 60 },
  { title: '收款账号开户行', value: 'bank_name', required: true, bytes: 60 },
  { title: '收款账号省份', value: 'province', bytes: 30 },
  { title: '收款账号地市', value: 'city', bytes: 30 },
  { title: '收款账号地区码', by_bank: { of: ICBC, own: '', other: '0000' } },
  { title: '收款账号', value: 'account', required: true, bytes: 34 },
  { title: '收款账号名称', value: 'account_name', required: true, bytes: 60 },
  { title: '金额', value: 'amount', required: true },
  { title: '汇款用途', value: 'purpose', bytes: 20, shorten: true },
  { title: '备注信息' },
  { title: '汇款方式', by_speed: { urgent: '1', normal: '0' } },
  { title: '收款账户短信通知手机号码' },
  { title: '自定义序号', value: 'payment', bytes: 30 },
]

/** What the spreadsheets of banks have in common. */
const BANK_SHEET = {
  holds_from: '2020-01-01',
  proven: false,
  kind: 'sheet',
  extension: 'xlsx',
  amounts: 'yuan',
  gbk: true,
}

/** The formats that are delivered, as data; the operator adds newer ones (`format:add`). */
export const DELIVERED: readonly TransferFormat[] = [
  {
    bank: 'icbc',
    version: '1',
    holds_from: '2020-01-01',
    proven: false,
    kind: 'text',
    extension: 'bpt',
    amounts: 'fen',
    gbk: true,
    head: [
      '#总计信息',
      '#注意：本文件中的金额均以分为单位！',
      '#币种|日期|总计标志|总金额|总笔数|',
      'RMB|{date}|1|{total}|{count}|',
      '#明细指令信息',
      '#{titles}',
    ],
    foot: ['*'],
    columns: icbcColumns('付款账号', '付款账号名称'),
  },
  {
    bank: 'icbc_sheet',
    version: '1',
    ...BANK_SHEET,
    // Newer spreadsheets have a 20th column, 预先审批编号: left out, as nothing here has such a number and public programs write both.
    columns: icbcColumns('付款账号/卡号', '付款账号名称/卡名称'),
  },
  {
    bank: 'cmb',
    version: '1',
    ...BANK_SHEET,
    columns: [
      { title: '业务参考号', value: 'payment', bytes: 30 },
      { title: '收款人编号' },
      { title: '收款人帐号', value: 'account', required: true, bytes: 35 },
      { title: '收款人名称', value: 'account_name', required: true, bytes: 62 },
      { title: '收方开户支行', value: 'bank_name', bytes: 62 },
      { title: '收款人所在省', value: 'province', bytes: 18 },
      { title: '收款人所在市', value: 'city', bytes: 22 },
      { title: '收方邮件地址' },
      { title: '收方移动电话' },
      { title: '币种', text: '人民币' },
      { title: '付款分行' },
      { title: '结算方式', text: '普通' },
      { title: '业务种类' },
      { title: '付方帐号', value: 'pay_account', bytes: 35 },
      { title: '期望日', value: 'date' },
      { title: '期望时间' },
      { title: '用途', value: 'purpose', required: true, bytes: 62, shorten: true },
      { title: '金额', value: 'amount', required: true },
      { title: '收方行号', value: 'bank_code' },
      { title: '收方开户银行', value: 'bank_name', bytes: 62 },
      { title: '业务摘要' },
    ],
  },
  {
    bank: 'ccb',
    version: '1',
    ...BANK_SHEET,
    columns: [
      { title: '*序号', value: 'position' },
      { title: '*付款方客户账号', value: 'pay_account', bytes: 32 },
      { title: '*付款方账户名称', value: 'pay_account_name', bytes: 60 },
      {
        title: '*收款方行别代码（01-本行 02-国内他行）',
        by_bank: { of: CCB, own: '01', other: '02' },
        required: true,
      },
      { title: '*收款方客户账号', value: 'account', required: true, bytes: 32 },
      { title: '*收款方账户名称', value: 'account_name', required: true, bytes: 60 },
      { title: '收款方开户行名称', value: 'bank_name', bytes: 60 },
      { title: '收款方联行号', value: 'bank_code' },
      { title: '客户方流水号', value: 'payment', bytes: 30 },
      { title: '*金额', value: 'amount', required: true },
      { title: '*用途', value: 'purpose', required: true, bytes: 30, shorten: true },
      { title: '备注' },
    ],
  },
  {
    bank: 'general',
    version: '1',
    holds_from: '2020-01-01',
    proven: true,
    kind: 'sheet',
    extension: 'xlsx',
    amounts: 'yuan',
    gbk: false,
    columns: [
      { title: '序号', value: 'position' },
      { title: '付款编号', value: 'payment' },
      { title: '收款人', value: 'name', required: true },
      { title: '户名', value: 'account_name', required: true },
      { title: '收款账号', value: 'account', required: true },
      { title: '开户行', value: 'bank_name' },
      { title: '联行号', value: 'bank_code' },
      { title: '所在省', value: 'province' },
      { title: '所在市', value: 'city' },
      { title: '金额（元）', value: 'amount', required: true },
      { title: '用途', value: 'purpose' },
      { title: '付款账号', value: 'pay_account' },
      { title: '付款户名', value: 'pay_account_name' },
    ],
  },
].map((format) => transferFormat.parse(format))
