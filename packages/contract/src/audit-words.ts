import { type AuditResource, COUNTED } from './audit-logs.ts'
import { PAYMENT_FIELDS } from './cost-executions.ts'
import { INVOICE_LABELS, invoiceTypeName } from './invoice-types.ts'
import { formatYuan } from './money.ts'

/** The fields of logged records in words: what each is called, and how a person reads its value. `audit-changes.ts` compares them. */

/** A value as text; '' for none. */
type Text = (value: unknown) => string

export interface LoggedField {
  label: string
  text: Text
}

/** A list of records inside of a record, such as the lines of a payment. */
export interface LoggedLines {
  label: string
  /** What identifies an item in both states. */
  keyOf(item: unknown, index: number): string
  titleOf(item: unknown, index: number): string
  fields: LoggedFields
}

/** By the field's name, in the order of the form. Null: a field that is not shown to people, such as a code beside a name. */
export type LoggedFields = Readonly<Record<string, LoggedField | LoggedLines | null>>

const plain: Text = (value) => (value === null || value === undefined ? '' : String(value))
const yuan: Text = (value) => (plain(value) === '' ? '' : `${formatYuan(plain(value))} 元`)
/** `2026-11-21T08:00:00.000+08:00` to the second. */
const instant: Text = (value) => plain(value).slice(0, 19).replace('T', ' ')
/** The value under a name of a nested record. */
const within =
  (name: string): Text =>
  (value) =>
    plain((value as Record<string, unknown> | null)?.[name])
/** `yes` for true, `no` for false. */
const either =
  (yes: string, no: string): Text =>
  (value) =>
    value === true ? yes : value === false ? no : ''
/** The words of a closed list by code. */
const oneOf =
  (words: Readonly<Record<string, string>>): Text =>
  (value) =>
    words[plain(value)] ?? plain(value)
/** The items of a list, joined. */
const each =
  (text: Text): Text =>
  (value) =>
    Array.isArray(value) ? value.map(text).join('、') : counted(value)
const pictures: Text = (value) => (Array.isArray(value) && value.length > 0 ? `${value.length} 张` : '')

/** `共 300 项` of a list that was only counted; else ''. */
export const counted: Text = (value) => {
  const number = (value as Record<string, unknown> | null)?.[COUNTED]
  return number === undefined || number === 0 ? '' : `共 ${plain(number)} 项`
}

const text = (label: string): LoggedField => ({ label, text: plain })
/** Text fields with these labels. */
const texts = (labels: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, text(label)]))
const amount = (label: string): LoggedField => ({ label, text: yuan })
const moment = (label: string): LoggedField => ({ label, text: instant })

/** The common fields of records that people enter. */
const RECORD = {
  creator_name: text('创建人'),
  created_at: moment('创建时间'),
  code: null,
  version: null,
  updated_at: null,
} as const

const IMPORTED = { file_name: text('文件'), rows: text('行数'), records: text('记录数') } as const

const CONTRACT = {
  contract: { label: '合同编号', text: within('out_code') },
  contract_code: null,
} as const

const PAYEE: LoggedField = { label: '收款人', text: within('name') }

const SUBJECT = {
  subject_three_out_code: text('科目编号'),
  subject_one_name: text('一级科目'),
  subject_two_name: text('二级科目'),
  subject_three_name: text('三级科目'),
  subject_three_code: null,
} as const

const at = (item: unknown, name: string): string => within(name)(item)

/** An invoice and how much of it a line uses. */
const usedInvoice = (use: unknown): string => `${at(use, 'invoice_number')}（${at(use, 'amount_yuan')}）`

const PAYMENT_LINES: LoggedLines = {
  label: '付款明细',
  keyOf: (line) => at(line, 'code'),
  titleOf: (line, index) => `第 ${index + 1} 条 ${at(line, 'subject_three_name')}`,
  fields: {
    ...SUBJECT,
    pay_channel_i18n: text('付款方式'),
    pay_category_name: text('付款类型'),
    voucher_category_i18n: text('凭证类型'),
    face_tax_rate: text('票面税率'),
    ...CONTRACT,
    instalment: { label: '付款期次', text: within('title') },
    check_invoice: { label: '发票号码', text: within('invoice_number') },
    invoices: { label: '发票号码', text: each(usedInvoice) },
    no_invoice_reason: text('无需发票'),
    voucher_attachments: { label: '凭证图片', text: pictures },
    pay_amount_yuan: amount('付款金额'),
    remark: text('备注'),
    code: null,
    pay_channel_code: null,
    pay_category_id: null,
    voucher_category_code: null,
  },
}

/** Lines that are no records yet, and have no codes. */
const REQUEST_LINES: LoggedLines = { ...PAYMENT_LINES, keyOf: (_, index) => String(index) }

const INVOICE_ITEMS: LoggedLines = {
  label: '发票明细',
  keyOf: (_, index) => String(index),
  titleOf: (item, index) => `第 ${index + 1} 条 ${at(item, 'name')}`,
  fields: {
    name: text('名称'),
    quantity: text('数量'),
    unit_price: text('单价'),
    amount_yuan: amount('金额'),
    tax_rate: text('税率'),
    tax_amount_yuan: amount('税额'),
  },
}

const WRITTEN_OFF: LoggedLines = {
  label: '核销明细',
  keyOf: (item) => at(item, 'imprest'),
  titleOf: (_, index) => `第 ${index + 1} 条`,
  fields: { imprest: text('备用金编号'), payment: text('付款编号') },
}

const ALLOCATIONS: LoggedLines = {
  label: '科目分摊',
  keyOf: (item) => at(item, 'out_code'),
  titleOf: (item) => `${at(item, 'out_code')} ${at(item, 'name')}`,
  fields: { amount_yuan: amount('分摊金额'), out_code: null, name: null, subject_code: null },
}

const INSTALMENTS: LoggedLines = {
  label: '期次',
  keyOf: (item) => at(item, 'code'),
  titleOf: (item, index) => `第 ${index + 1} 期 ${at(item, 'title')}`,
  fields: {
    title: text('期次名称'),
    kind: { label: '付款条件', text: oneOf({ date: '按日期', milestone: '按节点' }) },
    due_at: text('到期日'),
    percent: text('比例（%）'),
    amount_yuan: amount('金额'),
    subject: text('科目'),
    pay_category_name: text('付款类型'),
    code: null,
  },
}

/** The rights of a role, logged as `付款：查看、导出`. */
const RIGHTS: LoggedLines = {
  label: '权限',
  keyOf: (right) => plain(right).split('：')[0] ?? '',
  titleOf: (right) => plain(right).split('：')[0] ?? '',
  fields: { value: { label: '允许', text: (right) => plain(right).split('：')[1] ?? '' } },
}

const INVOICE_STATUSES = { 0: '查验通过', 1: '查验失败', 2: '待查验' } as const
const SUBJECT_LEVELS = { 0: '一级科目', 1: '二级科目', 2: '三级科目' } as const
/** By the name that a log entry has. The same labels as in orders.ts, which is not imported as it would load its schemas. */
export const LOGGED_ORDER_STATUSES = { pending: '待付款', paid: '已付款', cancelled: '已取消' } as const
const PAYMENT_TYPES = { alipay: '支付宝', wechat_pay: '微信支付', transfer: '对公转账' } as const

const WRITE_OFF_SUMS = {
  total_quantity: text('明细总数'),
  succeeded_quantity: text('核销成功数'),
  imprest_amount_yuan: amount('核销金额'),
} as const

export const LOGGED_FIELDS: Readonly<Record<AuditResource, LoggedFields>> = {
  project: {
    name: text('项目名称'),
    director: text('总导演'),
    main_character: text('主演'),
    desc: text('故事梗概'),
    start_date_at: text('开始日期'),
    end_date_at: text('结束日期'),
    archive_at: moment('归档时间'),
    corrected_sums: text('更正的合计数'),
  },
  order: {
    number: text('订单编号'),
    status: { label: '订单状态', text: oneOf(LOGGED_ORDER_STATUSES) },
    project_quantity: text('项目数量'),
    payment_type: { label: '支付方式', text: oneOf(PAYMENT_TYPES) },
    sandbox: { label: '沙箱', text: either('是', '否') },
    price: amount('单价'),
    discount_amount: amount('优惠金额'),
    amount: amount('应付总额'),
    payment_code: text('付款码'),
    paid_at: moment('付款时间'),
    cancelled_at: moment('取消时间'),
    received_amount: amount('实收金额'),
    remark: text('备注'),
    total_count: text('项目总数'),
  },
  user: {
    name: text('姓名'),
    post: text('岗位'),
    phone: text('手机号'),
    status: text('状态'),
    role: text('角色'),
    projects: { label: '参与项目', text: each(plain) },
  },
  role: {
    name: text('角色名称'),
    desc: text('权限描述'),
    status: text('状态'),
    permissions: RIGHTS,
  },
  overview: {},
  investment_budget: {
    investor: text('投资方'),
    amount_yuan: amount('投资金额'),
    variate: amount('投资溢价'),
    ...IMPORTED,
    ...RECORD,
  },
  cost_budget: {
    ...SUBJECT,
    unit_price_yuan: amount('单价'),
    quantity: text('数量'),
    unit: text('单位'),
    amount_yuan: amount('金额'),
    remark: text('备注'),
    epis: text('集数'),
    ...IMPORTED,
    ...RECORD,
  },
  payable: { planned_yuan: amount('计划合计'), instalments: INSTALMENTS },
  cost_report: {
    no: text('期次'),
    as_of: text('截至日'),
    budget_yuan: amount('现行预算'),
    spent_yuan: amount('累计发生'),
    efc_yuan: amount('预计总成本'),
    variance_yuan: amount('差异'),
    mode: { label: '估算方式', text: oneOf({ auto: '自动', etc: '预计尚需', efc: '预计总成本' }) },
    amount_yuan: amount('预计金额'),
    remark: text('说明'),
    shooting_days: { label: '拍摄日', text: each(plain) },
    subject_code: null,
    ...IMPORTED,
    ...RECORD,
  },
  budget_version: {
    no: text('序号'),
    name: text('版本名称'),
    amount_yuan: amount('金额'),
    unlock_reason: text('解锁原因'),
    number: text('调剂编号'),
    from: { label: '调出科目', text: plain },
    to: { label: '调入科目', text: plain },
    reason: text('调剂原因'),
    moved_at: text('调剂日期'),
    ...RECORD,
  },
  payee: {
    name: text('名称'),
    kind_i18n: text('类型'),
    id_type_i18n: text('证件类型'),
    id_number: text('证件号码'),
    phone: text('联系电话'),
    bank_name: text('开户行'),
    bank_code: text('联行号'),
    province: text('所在省'),
    city: text('所在市'),
    account_name: text('户名'),
    account: text('收款账号'),
    resident: { label: '居民个人', text: either('是', '否') },
    remark: text('备注'),
    changed_numbers: {
      label: '修改的号码',
      text: each(oneOf({ id_number: '证件号码', phone: '联系电话', account: '收款账号' })),
    },
    merged: { label: '并入的收款人', text: each(plain) },
    payments: { label: '改为该收款人的付款', text: each(plain) },
    contracts: { label: '改为该收款人的合同', text: each(plain) },
    requests: { label: '改为该收款人的付款申请', text: each(plain) },
    fees: text('改为该收款人的劳务记录'),
    created: text('新增收款人'),
    linked: text('关联合同'),
    kind: null,
    id_type: null,
    ...IMPORTED,
    ...RECORD,
  },
  payment_request: {
    ...texts(PAYMENT_FIELDS),
    payee: PAYEE,
    pay_amount_yuan: amount('付款金额'),
    state_i18n: text('状态'),
    reason: text('原因'),
    for_name: text('代谁审批'),
    own: { label: '本人发起并审批', text: either('是', '否') },
    payment_code: text('付款编号'),
    cost_execution_details: REQUEST_LINES,
    ...RECORD,
  },
  payment_approval: {
    on: { label: '启用审批', text: either('是', '否') },
    self_approve: { label: '发起人可审批自己的申请', text: either('是', '否') },
    imprest_limit_yuan: amount('备用金单笔上限'),
    bands: { label: '审批规则', text: each(plain) },
    deputy_name: text('代理人'),
    start_at: text('开始日期'),
    end_at: text('结束日期'),
    ...RECORD,
  },
  labor_tax: {
    pay_at: text('付款日期'),
    payee: PAYEE,
    id_number: text('证件号码'),
    kind_i18n: text('所得项目'),
    basis_i18n: text('计算方式'),
    gross_yuan: amount('税前收入'),
    vat_yuan: amount('增值税'),
    surcharge_yuan: amount('附加税费'),
    taxable_yuan: amount('应纳税所得额'),
    tax_yuan: amount('预扣税额'),
    net_yuan: amount('实发金额'),
    invoice_vat_yuan: amount('发票增值税'),
    paid_yuan: amount('付款金额'),
    payment: { label: '付款', text: within('payment_code') },
    remitted: { label: '缴税付款', text: within('payment_code') },
    month: text('月份'),
    payment_code: text('缴税付款编号'),
    pay_amount_yuan: amount('缴纳税款'),
    records: text('劳务记录'),
    form: text('申报表'),
    vat: { label: '增值税处理方式', text: oneOf({ withhold: '代扣代缴', invoice: '代开发票' }) },
    surcharge: text('附加税费比例（%）'),
    remark: text('备注'),
    kind: null,
    basis: null,
    resident: null,
    vat_withheld: null,
    ...RECORD,
  },
  transfer_batch: {
    bank_i18n: text('银行'),
    format_version: text('格式版本'),
    pay_account: text('付款账号'),
    pay_account_name: text('付款户名'),
    pay_bank_name: text('付款开户行'),
    urgent: { label: '加急', text: either('是', '否') },
    count: text('笔数'),
    total_yuan: amount('总金额'),
    state_i18n: text('状态'),
    payments: { label: '付款', text: each(plain) },
    bank: null,
    state: null,
    ...RECORD,
  },
  investment_execution: {
    investment_at: text('收款时间'),
    investor: text('投资方'),
    investment_category_name: text('投资类型'),
    amount_yuan: amount('收款金额'),
    ...CONTRACT,
    desc: text('说明'),
    investment_category_id: null,
    ...IMPORTED,
    ...RECORD,
  },
  imprest: {
    pay_at: text('付款时间'),
    payer: text('付款方'),
    post: text('部门/岗位'),
    summary: text('摘要'),
    ...SUBJECT,
    pay_channel: { label: '付款方式', text: within('pay_channel_i18n') },
    voucher_category: { label: '凭证类型', text: within('voucher_category_i18n') },
    face_tax_rate: text('票面税率'),
    ...CONTRACT,
    voucher_attachments: { label: '凭证图片', text: pictures },
    pay_amount_yuan: amount('付款金额'),
    remark: text('备注'),
    write_off_at: moment('核销时间'),
    cost_execution_code: text('核销付款'),
    imprest_total_amount: amount('备用金总额'),
    ...WRITE_OFF_SUMS,
    details: WRITTEN_OFF,
    ...IMPORTED,
    ...RECORD,
  },
  cost_execution: {
    ...texts(PAYMENT_FIELDS),
    payee: PAYEE,
    pay_amount_yuan: amount('付款金额'),
    imprest_code: text('备用金编号'),
    request_code: text('付款申请'),
    cost_execution_details: PAYMENT_LINES,
    first_payment_code: text('首个付款编号'),
    last_payment_code: text('最后付款编号'),
    ...WRITE_OFF_SUMS,
    ...IMPORTED,
    ...RECORD,
  },
  contract: {
    payee: PAYEE,
    allocations: ALLOCATIONS,
    settled: { label: '结清', text: either('已结清', '未结清') },
    settled_reason: text('结清原因'),
    out_code: text('合同编号'),
    customer: text('合同主体'),
    id_number: text('证件号码'),
    sign_at: text('签约时间'),
    category: { label: '合同类型', text: within('category_i18n') },
    amount_yuan: amount('合同总额'),
    income_bank_name: text('收款开户行'),
    income_bankcard_username: text('收款户名'),
    income_bankcard_account: text('收款账号'),
    remark: text('备注'),
    scans: { label: '扫描件', text: each(within('file_name')) },
    supplements_contracts: { label: '补充协议', text: each(within('out_code')) },
    supplemented_contract: { label: '主合同', text: within('out_code') },
    // Names the masked numbers that changed, as both states may look the same (`audit-changes.ts`).
    changed_numbers: null,
    ...IMPORTED,
    ...RECORD,
  },
  contract_caution: {
    contract: {
      label: '合同',
      text: (value) => [at(value, 'out_code'), at(value, 'customer')].filter(Boolean).join(' '),
    },
    category: { label: '提醒类型', text: within('category_i18n') },
    mode: { label: '提醒方式', text: within('mode_i18n') },
    judge_date: text('提醒日'),
    start_at: text('开始时间'),
    end_at: text('结束时间'),
    remark: text('提醒内容'),
    contract_code: null,
    ...RECORD,
  },
  invoice: {
    status: { label: '查验状态', text: oneOf(INVOICE_STATUSES) },
    reason: text('查验说明'),
    invoice_type: {
      label: INVOICE_LABELS.invoice_type,
      text: (value) => invoiceTypeName(plain(value)),
    },
    invoice_code: text(INVOICE_LABELS.invoice_code),
    invoice_number: text(INVOICE_LABELS.invoice_number),
    billing_date: text(INVOICE_LABELS.billing_date),
    total_amount: amount(INVOICE_LABELS.total_amount),
    amount_without_tax: amount(INVOICE_LABELS.amount_without_tax),
    tax_amount: amount('税额'),
    check_code: text(INVOICE_LABELS.check_code),
    seller_name: text(INVOICE_LABELS.seller_name),
    seller_tax_no: text(INVOICE_LABELS.seller_tax_no),
    buyer_name: text('购买方名称'),
    buyer_tax_no: text('购买方税号'),
    void_reason: text('作废原因'),
    files: { label: '发票文件', text: each(plain) },
    items: INVOICE_ITEMS,
    coded: text('二维码内容'),
  },
  subject: {
    out_code: text('科目编号'),
    name: text('科目名称'),
    category: { label: '科目级别', text: oneOf(SUBJECT_LEVELS) },
    parent_code: null,
  },
  investment_category: { name: text('类型名称') },
  pay_category: {
    name: text('类型名称'),
    needs_invoice: { label: '需要发票', text: either('是', '否') },
  },
  missing_invoice: {
    name: text('抬头'),
    tax_no: text('税号'),
    address: text('地址'),
    phone: text('电话'),
    bank: text('开户行'),
    account: text('账号'),
  },
  audit_log: {},
  attachment: {
    file_name: text('文件名'),
    file_size: { label: '文件大小', text: (value) => `${Math.ceil(Number(value) / 1024)} KB` },
    sha256: text('文件指纹 (SHA-256)'),
  },
  company: {
    name: text('公司名称'),
    admin: text('超级管理员'),
    quota: text('项目总数'),
    granted_count: text('赠送项目数'),
    total_count: text('项目总数'),
    stopped: { label: '服务', text: either('已停止', '正常') },
    features: { label: '已启用的功能', text: each(plain) },
  },
  system: { retried: text('重新执行的任务') },
}

export const isLines = (field: LoggedField | LoggedLines): field is LoggedLines => 'fields' in field

/** The names in a logged record that have no words, as paths such as `cost_execution_details.rate`. */
export function unknownNames(resource: string, record: unknown): string[] {
  const fields = (LOGGED_FIELDS as Readonly<Record<string, LoggedFields>>)[resource]
  return fields ? unknownIn(fields, record) : [resource]
}

function unknownIn(fields: LoggedFields, record: unknown): string[] {
  if (typeof record !== 'object' || record === null) return []
  return Object.entries(record).flatMap(([name, value]) => {
    if (!Object.hasOwn(fields, name)) return [name]
    const field = fields[name]
    if (!field || !isLines(field) || !Array.isArray(value)) return []
    return [...new Set(value.flatMap((item) => unknownIn(field.fields, item)))].map(
      (inner) => `${name}.${inner}`,
    )
  })
}
