import {
  amount,
  at,
  CONTRACT,
  each,
  type LoggedField,
  oneOf,
  pictures,
  plain,
  SUBJECT,
  text,
  within,
} from './audit-values.ts'
import { PAYMENT_LINE_FIELDS } from './payments.ts'

/** Lists of records inside of logged records: how their items are told apart, and the words of their fields. */

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

export const isLines = (field: LoggedField | LoggedLines): field is LoggedLines => 'fields' in field

/** An invoice and how much of it a line uses. */
const usedInvoice = (use: unknown): string => `${at(use, 'invoice_number')}（${at(use, 'amount_yuan')}）`

export const PAYMENT_LINES: LoggedLines = {
  label: '付款明细',
  keyOf: (line) => at(line, 'code'),
  titleOf: (line, index) => `第 ${index + 1} 条 ${at(line, 'subject_three_name')}`,
  fields: {
    ...SUBJECT,
    pay_channel_i18n: text(PAYMENT_LINE_FIELDS.pay_channel),
    pay_category_name: text(PAYMENT_LINE_FIELDS.pay_category_id),
    voucher_category_i18n: text(PAYMENT_LINE_FIELDS.voucher_category),
    face_tax_rate: text(PAYMENT_LINE_FIELDS.face_tax_rate),
    ...CONTRACT,
    instalment: { label: '付款期次', text: within('title') },
    check_invoice: { label: '发票号码', text: within('invoice_number') },
    invoices: { label: '发票号码', text: each(usedInvoice) },
    no_invoice_reason: text('无需发票'),
    voucher_attachments: { label: '凭证图片', text: pictures },
    pay_amount_yuan: amount(PAYMENT_LINE_FIELDS.pay_amount),
    remark: text(PAYMENT_LINE_FIELDS.remark),
    code: null,
    pay_channel_code: null,
    pay_category_id: null,
    voucher_category_code: null,
  },
}

/** Lines that are no records yet, and have no codes. */
export const REQUEST_LINES: LoggedLines = { ...PAYMENT_LINES, keyOf: (_, index) => String(index) }

export const INVOICE_ITEMS: LoggedLines = {
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

export const WRITTEN_OFF: LoggedLines = {
  label: '核销明细',
  keyOf: (item) => at(item, 'imprest'),
  titleOf: (_, index) => `第 ${index + 1} 条`,
  fields: { imprest: text('备用金编号'), payment: text('付款编号') },
}

export const ALLOCATIONS: LoggedLines = {
  label: '科目分摊',
  keyOf: (item) => at(item, 'out_code'),
  titleOf: (item) => `${at(item, 'out_code')} ${at(item, 'name')}`,
  fields: { amount_yuan: amount('分摊金额'), out_code: null, name: null, subject_code: null },
}

export const INSTALMENTS: LoggedLines = {
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
export const RIGHTS: LoggedLines = {
  label: '权限',
  keyOf: (right) => plain(right).split('：')[0] ?? '',
  titleOf: (right) => plain(right).split('：')[0] ?? '',
  fields: { value: { label: '允许', text: (right) => plain(right).split('：')[1] ?? '' } },
}
