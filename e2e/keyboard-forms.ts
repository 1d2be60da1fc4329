import { addInvoice, call, subjectsOf } from './books.ts'
import type { Stop } from './keyboard.ts'
import { png } from './png.ts'
import type { Page } from './test.ts'

export interface KeyboardForm {
  title: string
  address: string
  /** The button that opens it; null: the address is its page. */
  open?: string | RegExp | null
  /** The name of its dialog, if it is not the title. */
  dialog?: string
  make?: (page: Page, project: string) => Promise<unknown>
  /** Keys before the first field. */
  first?: readonly string[]
  /** The stops of Tab, from the first field to the last. */
  typed: readonly Stop[]
  /** The key that goes on, if not Tab. */
  by?: 'Enter'
  /** The button that saves, if not 确定, or the keys that do, from the last field. */
  save?: string
  /** The record, or the list that has it first. */
  list: string
  saved: Record<string, unknown>
}

const contract = (page: Page, project: string, category: string) =>
  call(page, 'contracts', project, { out_code: 'HT-1', category, customer: '华映', amount: '100' })

/** The payment's header, its line, and what is saved of them. */
const HEADER: readonly Stop[] = [
  ['付款时间', '20261121'],
  ['付款方', '某某器材'],
  ['部门/岗位', '摄影组'],
  ['收款人', ''],
  ['摘要', '首周租金'],
]
const LINE: readonly Stop[] = [
  ['科目', '24000101'],
  ['付款金额（元）', '1.2万'],
  ['付款方式', '银行'],
  ['付款类型', '进度款'],
  ['凭证类型', '收据'],
  ['票面税率', '13'],
  ['合同编号', 'HT-1'],
  ['发票号码', ''],
  ['无需发票', ''],
]
const PAYMENT = {
  address: '/implement/cost?activeName=second',
  open: '新增付款明细',
  dialog: '新增付款明细',
  make: (page: Page, project: string) => contract(page, project, '2'),
  list: 'cost_executions',
  saved: {
    ...{ pay_at: '2026-11-21', payer: '某某器材', post: '摄影组', summary: '首周租金' },
    pay_amount_yuan: '12000.00',
  },
}

export const FORMS: KeyboardForm[] = [
  {
    ...PAYMENT,
    title: '新增付款明细, by Tab',
    typed: [
      ...HEADER,
      ...(['添加明细Alt+N', '复制明细Alt+C', '从表格粘贴Ctrl+V', '快捷键F1'] as const).map(
        (name): Stop => [name, ''],
      ),
      ['详情1请选择科目', ''],
      ['删除详情1', ''],
      ...LINE,
      ['凭证图片', ''],
      ['备注', '一周'],
    ],
  },
  {
    ...PAYMENT,
    title: '新增付款明细, by Enter',
    by: 'Enter',
    typed: [...HEADER, ...LINE, ['备注', '一周']],
    save: 'Control+s',
  },
  {
    title: '新增科目',
    address: '/setting/subject',
    typed: [
      ['一级科目', '2400'],
      ['新增一级科目', ''],
      ['二级科目', '摄影'],
      ['新增二级科目', ''],
      ['科目编号', '24000188'],
      ['科目名称', '水下摄影'],
    ],
    list: 'subjects?category=2&keywords=24000188',
    saved: { out_code: '24000188', name: '水下摄影' },
  },
  {
    title: '新增账号',
    address: '/manage/account',
    make: (page) =>
      call(page, 'roles', undefined, {
        ...{ name: '制片', desc: '看合同' },
        permissions: [{ resource_model: 'contract', actions: ['read'] }],
      }),
    typed: [
      ['姓名', '贺岩'],
      ['岗位', '场记'],
      ['手机号', `136${String(Date.now()).slice(-8)}`],
      ['密码', 'eight-or-more'],
      ['显示', ''],
      ['角色', '制片'],
      ['状态', '', 'Space'],
      ['参与项目', '只用'],
    ],
    list: 'users?keywords=贺岩',
    saved: {
      ...{ name: '贺岩', post: '场记', status: '1' },
      ...{ role: { name: '制片' }, projects: [{ name: '只用键盘' }] },
    },
  },
  {
    title: '新增角色',
    address: '/manage/roledetail',
    open: null,
    typed: [
      ['角色名称', '出纳'],
      ['权限描述', '记付款'],
      ['全部资源', ''],
      ['全部查看', '', 'Space'],
    ],
    save: '新增',
    list: 'roles?keywords=出纳',
    saved: { name: '出纳', desc: '记付款' },
  },
  {
    title: '新建项目',
    address: '/project/index',
    typed: [
      ['项目名称', '第二部'],
      ['总导演', '沈以宁'],
      ['主演', '贺岩'],
      ['拍摄周期：开始日期', '20260901'],
      ['拍摄周期：结束日期', '20270115'],
      ['故事梗概', '一条河'],
    ],
    list: 'projects?keywords=第二部',
    saved: {
      ...{ name: '第二部', director: '沈以宁', main_character: '贺岩', desc: '一条河' },
      ...{ start_date_at: '2026-09-01', end_date_at: '2027-01-15' },
    },
  },
  {
    title: '新增付款类型',
    address: '/setting/PayType',
    typed: [['类型名称', '字幕款']],
    list: 'pay_categories?keywords=字幕款',
    saved: { name: '字幕款' },
  },
  {
    title: '设置备用金',
    address: '/implement/cash?activeName=s',
    typed: [
      ['备用金金额（元）', '5万'],
      [
        '确认验证码',
        async (box) => (await box.getByRole('status', { name: '数字验证码' }).textContent()) ?? '',
      ],
    ],
    list: 'imprests/totals',
    saved: { imprest_total_amount: '50000.00' },
  },
  {
    title: '发票查验',
    address: '/invoice/index',
    open: /^查验 /,
    make: async (page, project) => addInvoice(page, project, await png(900, 600, '#fff')),
    // 人工核验 is above the fields.
    first: ['Shift+Tab', 'ArrowRight', 'Tab'],
    typed: [
      ['发票类型', '增值税专用'],
      ['价税合计（元）', '1,234.5'],
      ['发票号码', '12345678'],
      ['发票代码', '1100222130'],
      ['通过', '', 'Space'],
    ],
    list: 'invoices',
    saved: {
      ...{ status: 0, invoice_type: '01', total_amount_yuan: '1234.50' },
      ...{ invoice_number: '12345678', invoice_code: '1100222130' },
    },
  },
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
      ['收款人', ''],
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
