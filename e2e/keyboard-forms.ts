import { call, subjectsOf } from './books.ts'
import type { Page } from './test.ts'

/** Every dialog that adds a record: what is typed into its fields, in their order, and what is saved. */

export interface KeyboardForm {
  title: string
  address: string
  /** The button that opens it. */
  open?: string
  make?: (page: Page, project: string) => Promise<unknown>
  /** The stops of Tab, from the first field to the last, and what is typed there; '' where the field is passed. */
  typed: readonly (readonly [label: string, text: string])[]
  /** The list that has the record then, and what it says of it. */
  list: string
  saved: Record<string, unknown>
}

const contract = (page: Page, project: string, category: string) =>
  call(page, 'contracts', project, { out_code: 'HT-1', category, customer: '华映', amount: '100' })

export const FORMS: KeyboardForm[] = [
  {
    title: '新增费用预算',
    address: '/budget/cost?activeName=second',
    make: (page, project) => subjectsOf(page, project, ['10000101']),
    typed: [
      ['科目', '10000101'],
      ['单价（元）', '1.8万'],
      ['数量', '60'],
      ['单位', '集'],
      ['备注', '首期'],
    ],
    list: 'cost_budgets',
    saved: {
      ...{ subject_three_out_code: '10000101', unit_price_yuan: '18000.00', quantity: '60' },
      ...{ unit: '集', amount_yuan: '1080000.00', remark: '首期' },
    },
  },
  {
    title: '新增备用金明细',
    address: '/implement/cash?activeName=d',
    make: (page, project) => contract(page, project, '2'),
    typed: [
      ['付款时间', '20261121'],
      ['付款金额（元）', '=3000+5'],
      ['付款方', '李道具'],
      ['部门/岗位', '道具组'],
      ['科目', '10000101'],
      ['付款方式', '现金'],
      ['凭证类型', '收据'],
      ['票面税率', '13'],
      ['合同编号', 'HT-1'],
      ['摘要', '木料'],
      ['凭证图片', ''],
      ['备注', '急用'],
    ],
    list: 'imprests',
    saved: {
      ...{ pay_at: '2026-11-21', pay_amount_yuan: '3005.00', payer: '李道具', post: '道具组' },
      ...{ subject_three_out_code: '10000101', pay_channel: { pay_channel_i18n: '现金' } },
      ...{ voucher_category: { voucher_category_i18n: '收据' }, face_tax_rate: '13%' },
      ...{ contract: { out_code: 'HT-1' }, summary: '木料', remark: '急用' },
    },
  },
  {
    title: '新增收款',
    address: '/implement/investment?activeName=second',
    make: (page, project) => contract(page, project, '3'),
    typed: [
      ['收款时间', '11-21'],
      ['收款金额（元）', '600万'],
      ['投资方', '华映'],
      ['投资类型', '联合投资'],
      ['合同编号', 'HT-1'],
      ['说明', '首笔'],
    ],
    list: 'investment_executions',
    saved: {
      ...{ investor: '华映', investment_category_name: '联合投资', amount_yuan: '6000000.00' },
      ...{ contract: { out_code: 'HT-1' }, desc: '首笔' },
    },
  },
  {
    title: '新增投资预算',
    address: '/budget/investment',
    typed: [
      ['投资方', '华映'],
      ['投资金额（元）', '1.2亿'],
      ['投资溢价', '5.5'],
    ],
    list: 'investment_budgets',
    saved: { investor: '华映', amount_yuan: '120000000.00', variate: '5.50' },
  },
  {
    title: '新增合同',
    address: '/contract/index',
    typed: [
      ['合同编号', 'HT-2'],
      ['合同主体', '华映'],
      ['证件号码', '110101 19900307 002X'],
      ['签约时间', '20261121'],
      ['合同类型', '制作'],
      ['合同总额（元）', '=6万/3'],
      ['收款开户行', '招商银行'],
      ['收款户名', '华映'],
      ['收款账号', '6225 8801 2345 6789'],
      ['备注', '首签'],
    ],
    list: 'contracts',
    saved: {
      ...{ out_code: 'HT-2', customer: '华映', category: { category_i18n: '制作合同' } },
      ...{ sign_at: '2026-11-21', amount_yuan: '20000.00', income_bankcard_username: '华映' },
      ...{ id_number: '110***********002X', income_bankcard_account: '************6789' },
      ...{ income_bank_name: '招商银行', remark: '首签' },
    },
  },
  {
    title: '新增提醒',
    address: '/contract/ContractCautions',
    make: (page, project) => contract(page, project, '2'),
    typed: [
      ['合同编号', 'HT-1'],
      ['单次提醒', ''],
      ['提醒日期', '20261225'],
      ['备注', '尾款'],
    ],
    list: 'contract_cautions',
    saved: { contract: { out_code: 'HT-1' }, start_at: '2026-12-25', remark: '尾款' },
  },
  {
    title: '新增投资类型',
    address: '/setting/InvestmentType',
    typed: [['类型名称', '众筹']],
    list: 'investment_categories?keywords=众筹',
    saved: { name: '众筹' },
  },
]
