import { z } from 'zod'
import { addedVouchers, attachment, voucherCodes } from './attachments.ts'
import { dateField, dateInput } from './calendar.ts'
import { faceTaxRateInput, payChannelInput, voucherCategoryInput } from './lists.ts'
import { amountOutput, amountQuery, MAX_FEN, nonZeroField } from './money.ts'
import {
  code,
  flagQuery,
  listedValues,
  listOf,
  many,
  orAbsent,
  orderQuery,
  orNull,
  pageQuery,
  queryText,
  rights,
  updateBody,
  version,
} from './page.ts'
import { payeeLink } from './payee-link.ts'
import { sameDay } from './same-day.ts'
import { subjectThree } from './subjects.ts'
import { longText, nameText, optionalName } from './text.ts'
import { typeId } from './types.ts'

export const MAX_LINES = 1000
/** The list has only the first lines of each payment; `line_count` is their number, `GET /{code}` answers all. */
export const LISTED_LINES = 20
/** The most lines that one batch delete may delete: all are logged before the page's timeout ends. */
export const MAX_DELETED_LINES = 50_000
/** The most lines of payments that are changed together. */
export const MAX_CHANGED_LINES = 10_000
export const tooManyToChange = (lines: number): string =>
  `一次最多修改 ${MAX_CHANGED_LINES.toLocaleString('en')} 条明细，所选付款共有 ${lines.toLocaleString('en')} 条，请分批修改`
export const tooManyLines = (lines: number): string =>
  `一次最多删除 ${MAX_DELETED_LINES.toLocaleString('en')} 条明细，所选付款共有 ${lines.toLocaleString('en')} 条，请分批删除`

/** The most invoices of one line. */
export const MAX_LINE_INVOICES = 100
/**
 * The invoices of a line, in order. `amount`: how much of the line each pays, of the line's sign; absent: the lesser of what is left of the line and
 * of the invoice. `check_invoice_code` is the short form of one without an amount.
 */
export const lineInvoices = z
  .array(z.object({ code, amount: nonZeroField('发票金额').nullish() }, '格式不正确'), '发票须为列表')
  .max(MAX_LINE_INVOICES, `一条明细最多关联${MAX_LINE_INVOICES}张发票`)
export type LineInvoice = z.output<typeof lineInvoices>[number]

/** What the fields of a line are called, also as columns of its spreadsheet, in their order (api.md §6). */
export const PAYMENT_LINE_FIELDS = {
  subject_three_code: '科目编号',
  pay_channel: '付款方式',
  pay_category_id: '付款类型',
  voucher_category: '凭证类型',
  face_tax_rate: '票面税率',
  contract_code: '合同编号',
  invoices: '发票号码',
  no_invoice_reason: '无需发票原因',
  pay_amount: '付款金额',
  remark: '备注',
} as const
export type PaymentLineField = keyof typeof PAYMENT_LINE_FIELDS

/** One line of a payment in a form. Amounts become fen. */
export const paymentLine = z.object(
  {
    /**
     * The code of an existing line, which is updated; a line without one is inserted; an existing line that is
     * absent is deleted.
     */
    code: code.nullish().transform((value) => value ?? null),
    subject_three_code: subjectThree,
    pay_channel: payChannelInput,
    pay_category_id: typeId(PAYMENT_LINE_FIELDS.pay_category_id),
    voucher_category: voucherCategoryInput,
    face_tax_rate: faceTaxRateInput,
    contract_code: orNull(code),
    /** With the feature `payable`: the instalment of the contract's plan that it pays. */
    instalment_code: orNull(code),
    pay_amount: nonZeroField(PAYMENT_LINE_FIELDS.pay_amount),
    check_invoice_code: orNull(code),
    /** With the feature `missing_invoice`; absent: what `check_invoice_code` says. */
    invoices: orAbsent(lineInvoices),
    /** 无需发票: why the line needs no invoice; '': it is not marked so. */
    no_invoice_reason: optionalName,
    voucher_attachment_codes: voucherCodes,
    remark: longText,
  },
  '格式不正确',
)
export type PaymentLine = z.output<typeof paymentLine>

const linesOf = <Line extends z.ZodType<{ pay_amount: bigint }>>(line: Line) =>
  z
    .array(line, '至少保留一条明细')
    .min(1, '至少保留一条明细')
    .max(MAX_LINES, `最多${MAX_LINES}条明细`)
    .superRefine((lines, context) => {
      const total = lines.reduce(
        (sum, line) => sum + (typeof line?.pay_amount === 'bigint' ? line.pay_amount : 0n),
        0n,
      )
      if (total > MAX_FEN || total < -MAX_FEN)
        context.addIssue({ code: 'custom', path: [], message: '付款总额超出范围' })
    })

/** A payment in the form and in the import. Its amount is always the sum of its lines. */
export const paymentBody = z.object({
  pay_at: dateField('付款时间'),
  payer: nameText('请输入付款方'),
  post: optionalName,
  summary: longText,
  /** A payee of the company; ignored while the company has the feature off. */
  payee_code: orNull(code),
  cost_execution_details: linesOf(paymentLine),
  version,
})
export type PaymentBody = z.output<typeof paymentBody>
export type PaymentField = Exclude<keyof PaymentBody, 'payee_code' | 'cost_execution_details' | 'version'>
/** The payment's own fields, in the order of the form: their names for people. An answer has each as a text. */
export const PAYMENT_FIELDS: Readonly<Record<PaymentField, string>> = {
  pay_at: '付款时间',
  payer: '付款方',
  post: '部门/岗位',
  summary: '摘要',
}
const PAYMENT_FIELD_NAMES = Object.keys(PAYMENT_FIELDS) as PaymentField[]
/** A record with one value per own field of a payment. */
export function paymentFields<T>(value: (field: PaymentField) => T): Record<PaymentField, T> {
  const fields = {} as Record<PaymentField, T>
  for (const field of PAYMENT_FIELD_NAMES) fields[field] = value(field)
  return fields
}
/** A field that a line leaves out keeps its stored value, as in the payment; in a new line it is empty. */
export const paymentUpdate = updateBody(paymentBody).extend({
  cost_execution_details: linesOf(updateBody(paymentLine)),
})
export type PaymentUpdate = z.output<typeof paymentUpdate>
/** The fields in which several payments are changed together: `post` of the payments, the others of all of their lines. */
export const paymentChanges = updateBody(paymentBody)
  .pick({ post: true })
  .extend(
    updateBody(paymentLine).pick({
      subject_three_code: true,
      pay_channel: true,
      pay_category_id: true,
      voucher_category: true,
      contract_code: true,
    }).shape,
  )
  .partial()
export type PaymentChanges = z.output<typeof paymentChanges>

/** The body of `POST …/vouchers`; `line_code`: the line that gets the pictures. */
export const addedLineVouchers = addedVouchers.extend({ line_code: code })
export type AddedLineVouchers = z.output<typeof addedLineVouchers>

/** The filters of the list, also of its sums and the export. Filters on lines must all hold for the same line. */
const paymentFilters = {
  keywords: queryText,
  start_pay_at: orAbsent(dateInput),
  end_pay_at: orAbsent(dateInput),
  payers: many(queryText.unwrap()),
  subject_three_codes: listedValues,
  contract_code: orAbsent(code),
  pay_channels: listedValues,
  pay_categories: listedValues,
  voucher_categories: listedValues,
  face_tax_rates: listedValues,
  related_system_contract: flagQuery,
  /** Payments with a line that has no voucher picture. */
  lacking: orAbsent(z.literal('voucher_attachments', '须为 voucher_attachments')),
  /** Exactly this amount of the whole payment. */
  pay_amount: orAbsent(amountQuery),
  /** The payments created by this import. */
  import_code: orAbsent(code),
  /** These records. */
  codes: many(code),
}
export const paymentListQuery = z.object({ ...pageQuery(), ...paymentFilters, pay_at_order: orderQuery })
/** The filters of the list and its order. */
export const paymentExportQuery = z.object({ ...paymentFilters, pay_at_order: orderQuery })
export type PaymentExportQuery = z.output<typeof paymentExportQuery>
export type PaymentListQuery = z.output<typeof paymentListQuery>
export type PaymentFilters = Omit<PaymentListQuery, 'page' | 'per_page' | 'pay_at_order'>

export const paymentLineAnswer = z.object({
  code: z.string(),
  subject_one_name: z.string(),
  subject_two_name: z.string(),
  subject_three_name: z.string(),
  subject_three_code: z.string(),
  subject_three_out_code: z.string(),
  pay_channel_code: z.string(),
  pay_channel_i18n: z.string(),
  pay_category_id: z.string().nullable(),
  pay_category_name: z.string(),
  voucher_category_code: z.string().nullable(),
  voucher_category_i18n: z.string(),
  face_tax_rate: z.string(),
  contract: z.object({ code: z.string(), out_code: z.string() }).nullable(),
  instalment: z.object({ code: z.string(), title: z.string() }).nullable(),
  pay_amount_yuan: z.string(),
  /** The only invoice; null: none or several. */
  check_invoice: z.object({ code: z.string(), invoice_number: z.string() }).nullable(),
  invoices: z.array(z.object({ code: z.string(), invoice_number: z.string(), amount_yuan: amountOutput })),
  /** '': not marked 无需发票. */
  no_invoice_reason: z.string(),
  voucher_attachments: z.array(attachment),
  remark: z.string(),
})
export type PaymentLineAnswer = z.output<typeof paymentLineAnswer>

const paymentHeader = {
  code: z.string(),
  version: z.number().int(),
  pay_at: z.string(),
  payer: z.string(),
  post: z.string(),
  summary: z.string(),
  pay_amount_yuan: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  line_count: z.number().int(),
  /** The petty cash detail whose write-off posted this payment. Such a payment cannot be edited; deleting it reverts the write-off. */
  imprest_code: z.string().nullable(),
  payee: payeeLink.nullable(),
  /** The request that it was approved by. */
  request_code: z.string().nullable(),
}
/** A payment with all of its lines; `can`: what the caller may do with it now. */
export const payment = z.object({
  ...paymentHeader,
  /**
   * Branded, so that a list row is not taken for a complete payment: saving it would delete the lines that it
   * lacks.
   */
  cost_execution_details: z.array(paymentLineAnswer).brand<'all lines'>(),
  can: rights,
})
export type Payment = z.output<typeof payment>

const paymentListItem = z.object({
  ...paymentHeader,
  /** The first `LISTED_LINES` lines. */
  cost_execution_details: z.array(paymentLineAnswer),
  /** The sum of its lines (all, not only the first ones) that match the filters on lines. */
  matched_amount_yuan: z.string(),
  /** Whether another payment has the same payee and total within 7 days. */
  repeated: z.boolean(),
  /** Payments to the same payee that day, where they together reach a band of the approval rules. */
  same_day: sameDay.nullable(),
  can: rights,
})
export type PaymentListItem = z.output<typeof paymentListItem>

export const paymentList = z.object({
  ...listOf(paymentListItem),
  /** The sum of all matching payments. */
  total_amount_yuan: z.string(),
  /** The sum of the lines of these payments that match the filters on lines. */
  matched_amount_yuan: z.string(),
  can: rights,
})
export type PaymentList = z.output<typeof paymentList>
