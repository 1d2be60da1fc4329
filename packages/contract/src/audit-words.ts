import { FEATURE_FIELDS } from './audit-feature-words.ts'
import {
  ALLOCATIONS,
  INVOICE_ITEMS,
  isLines,
  type LoggedFields,
  PAYMENT_LINES,
  RIGHTS,
  WRITTEN_OFF,
} from './audit-lines.ts'
import type { AuditResource } from './audit-logs.ts'
import {
  amount,
  at,
  CONTRACT,
  each,
  either,
  entryOf,
  fieldWords,
  IMPORTED,
  moment,
  oneOf,
  PAYEE,
  pictures,
  plain,
  RECORD,
  SUBJECT,
  text,
  within,
  yuanOf,
} from './audit-values.ts'
import { CONTRACT_FIELDS } from './contracts.ts'
import { COST_BUDGET_FIELDS } from './cost-budgets.ts'
import { INVESTMENT_BUDGET_FIELDS } from './investment-budgets.ts'
import { INVOICE_LABELS, invoiceTypeName } from './invoice-types.ts'
import { PAYMENT_FIELDS } from './payments.ts'
import { PETTY_CASH_FIELDS } from './petty-cash.ts'
import { RECEIPT_FIELDS } from './receipts.ts'

/** The fields of logged records in words: what each is called, and how a person reads its value. `audit-changes.ts` compares them. */

const INVOICE_STATUSES = { 0: '查验通过', 1: '查验失败', 2: '待查验' } as const
const SUBJECT_LEVELS = { 0: '一级科目', 1: '二级科目', 2: '三级科目' } as const
/** By the name that a log entry has. The same labels as in orders.ts, which is not imported as it would load its schemas. */
export const LOGGED_ORDER_STATUSES = { pending: '待付款', paid: '已付款', cancelled: '已取消' } as const
const PAYMENT_METHODS = { alipay: '支付宝', wechat_pay: '微信支付', transfer: '对公转账' } as const

const WRITE_OFF_SUMS = {
  total_quantity: text('明细总数'),
  succeeded_quantity: text('核销成功数'),
  imprest_amount_yuan: amount('核销金额'),
} as const

export const LOGGED_FIELDS: Readonly<Record<AuditResource, LoggedFields>> = {
  ...FEATURE_FIELDS,
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
    payment_type: { label: '支付方式', text: oneOf(PAYMENT_METHODS) },
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
    second_factor: text('两步验证'),
    recovery_codes: text('备用码'),
  },
  role: {
    name: text('角色名称'),
    desc: text('权限描述'),
    status: text('状态'),
    permissions: RIGHTS,
  },
  overview: {},
  investment_budget: {
    ...fieldWords(INVESTMENT_BUDGET_FIELDS, {
      amount: yuanOf('amount'),
      variate: (label) => ({ variate: amount(label) }),
    }),
    ...IMPORTED,
    ...RECORD,
  },
  cost_budget: {
    ...fieldWords(COST_BUDGET_FIELDS, {
      subject_three_code: () => SUBJECT,
      unit_price: yuanOf('unit_price'),
    }),
    amount_yuan: amount('金额'),
    epis: text('集数'),
    ...IMPORTED,
    ...RECORD,
  },
  investment_execution: {
    ...fieldWords(RECEIPT_FIELDS, {
      investment_category_id: (label) => ({
        investment_category_name: text(label),
        investment_category_id: null,
      }),
      amount: yuanOf('amount'),
      contract_code: () => CONTRACT,
    }),
    ...IMPORTED,
    ...RECORD,
  },
  imprest: {
    ...fieldWords(PETTY_CASH_FIELDS, {
      subject_three_code: () => SUBJECT,
      pay_channel: entryOf('pay_channel'),
      voucher_category: entryOf('voucher_category'),
      contract_code: () => CONTRACT,
      pay_amount: yuanOf('pay_amount'),
      voucher_attachment_codes: (label) => ({ voucher_attachments: { label, text: pictures } }),
    }),
    write_off_at: moment('核销时间'),
    cost_execution_code: text('核销付款'),
    imprest_total_amount: amount('备用金总额'),
    ...WRITE_OFF_SUMS,
    details: WRITTEN_OFF,
    ...IMPORTED,
    ...RECORD,
  },
  cost_execution: {
    ...fieldWords(PAYMENT_FIELDS),
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
    ...fieldWords(CONTRACT_FIELDS, { category: entryOf('category'), amount: yuanOf('amount') }),
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
    second_factor: text('两步验证要求'),
  },
  system: { retried: text('重新执行的任务') },
}

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
