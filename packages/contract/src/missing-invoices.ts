import { z } from 'zod'
import { addDays, daysBetween } from './calendar.ts'
import { halfWidth } from './decimal.ts'
import { faceTaxRateInput, voucherCategoryInput } from './lists.ts'
import { amountOutput } from './money.ts'
import {
  code,
  listOf,
  many,
  orAbsent,
  orderQuery,
  orNull,
  pageQuery,
  queryText,
  updateBody,
  version,
} from './page.ts'
import { payeeLink } from './payee-link.ts'
import { lineInvoices } from './payments.ts'
import { nameText, optionalName } from './text.ts'
import { paymentTypeBody } from './types.ts'

/** Why a line lacks an invoice, each before the next. The order is stored, from 1, so entries are never reordered or removed. */
export const REASONS = [
  { code: 'untyped', label: '未填凭证类型' },
  { code: 'unticketed', label: '无票' },
  { code: 'unlinked', label: '未关联发票' },
  { code: 'faulty', label: '发票异常' },
  { code: 'short', label: '金额不足' },
  { code: 'original', label: '缺电子原件' },
] as const
export type Reason = (typeof REASONS)[number]['code']
const REASON_CODES = REASONS.map(({ code }) => code) as [Reason, ...Reason[]]

/** 收款凭证(小额零星): it does as long as the payee gets less than this by such on a day, in fen. */
export const SMALL_RECEIPT = '14'
export const SMALL_RECEIPTS_FEN = 100_000n
/** Electronic invoices, 数电票 and the older kinds: a print or a picture is no voucher, the electronic original is (财会〔2020〕6号). */
export const ELECTRONIC_VOUCHERS = ['3', '4', '5', '6'] as const

/** How long ago a line was paid, in days of Shanghai; `most`: the last day of the group. */
export const AGES = [
  { code: '0_30', label: '0–30天', most: 30 },
  { code: '31_60', label: '31–60天', most: 60 },
  { code: '61_90', label: '61–90天', most: 90 },
  { code: 'over_90', label: '90天以上', most: null },
] as const
export type Age = (typeof AGES)[number]['code']
const AGE_CODES = AGES.map(({ code }) => code) as [Age, ...Age[]]

/** The group of a line that was paid on `paidAt`. Days to come are in the first. */
export function ageOf(paidAt: string, today: string): Age {
  const days = daysBetween(paidAt, today)
  return AGES.find(({ most }) => most === null || days <= most)?.code ?? 'over_90'
}

/** The first and the last day of a group; null: without end. */
export function ageDays(age: Age, today: string): [first: string | null, last: string | null] {
  const at = AGE_CODES.indexOf(age)
  const most = AGES[at]?.most ?? null
  const younger = AGES[at - 1]?.most ?? null
  return [
    most === null ? null : addDays(today, -most),
    younger === null ? null : addDays(today, -younger - 1),
  ]
}

/** 汇算清缴: `due` from 1 March to 31 May for what was paid the year before, `late` afterwards. */
export const FLAGS = [
  { code: 'due', label: '汇算前' },
  { code: 'late', label: '已过汇算' },
] as const
export type Flag = (typeof FLAGS)[number]['code']

export function flagOf(paidAt: string, today: string): Flag | null {
  const next = String(Number(paidAt.slice(0, 4)) + 1).padStart(4, '0')
  if (today > `${next}-05-31`) return 'late'
  return today >= `${next}-03-01` ? 'due' : null
}

/** The first and the last day of payments with a flag; null: without end; undefined: on `today` none has it. */
export function flagDays(flag: Flag, today: string): [first: string | null, last: string] | undefined {
  const year = Number(today.slice(0, 4))
  const [march, may] = [`${year}-03-01`, `${year}-05-31`]
  if (flag === 'late') return [null, `${today > may ? year - 1 : year - 2}-12-31`]
  return today >= march && today <= may ? [`${year - 1}-01-01`, `${year - 1}-12-31`] : undefined
}

const filters = {
  /** Part of the payment's number, its payer, post or summary, or of the remark of one of its lines. */
  keywords: queryText,
  /** Exactly this payer. */
  payer: queryText,
  reason: orAbsent(z.enum(REASON_CODES, '原因不存在')),
  age: orAbsent(z.enum(AGE_CODES, '账龄不存在')),
  flag: orAbsent(z.enum(['due', 'late'], '须为 due 或 late')),
  /** These lines. */
  line_codes: many(code),
}
/** Newest first unless `pay_at_order` says otherwise. */
export const missingQuery = z.object({ ...pageQuery(), ...filters, pay_at_order: orderQuery })
export type MissingQuery = z.output<typeof missingQuery>
export const missingExportQuery = z.object({ ...filters, pay_at_order: orderQuery })
export const missingTotalsQuery = z.object(filters)
export type MissingFilters = z.output<typeof missingTotalsQuery>
/** The largest amount first unless `amount_order` says otherwise. */
export const missingPayersQuery = z.object({ ...pageQuery(), ...filters, amount_order: orderQuery })
export type MissingPayersQuery = z.output<typeof missingPayersQuery>

/** `lacking`: of 金额不足 the difference, else the line's amount. `days`: since it was paid. `version`: the payment's. */
const missingLine = z.object({
  payment_code: z.string(),
  line_code: z.string(),
  version: z.number().int(),
  pay_at: z.string(),
  payer: z.string(),
  payee: payeeLink.nullable(),
  summary: z.string(),
  subject_three_name: z.string(),
  subject_three_out_code: z.string(),
  voucher_category_code: z.string().nullable(),
  voucher_category_i18n: z.string(),
  face_tax_rate: z.string(),
  pay_amount_yuan: amountOutput,
  lacking_yuan: amountOutput,
  reason: z.enum(REASON_CODES),
  reason_i18n: z.string(),
  days: z.number().int(),
  age: z.enum(AGE_CODES),
  flag: z.enum(['due', 'late']).nullable(),
  can: z.object({ link: z.boolean() }),
})
export type MissingLine = z.output<typeof missingLine>

export const missingList = z.object({
  ...listOf(missingLine),
  lacking_yuan: amountOutput,
  today: z.string(),
  can: z.object({ link: z.boolean() }),
})
export type MissingList = z.output<typeof missingList>

const summed = { count: z.number().int(), lacking_yuan: amountOutput }
/** What the payer gave back without an invoice, of types that need one: how often and how much. It is in no sum of what is lacking. */
const refunds = z.object({ count: z.number().int(), amount_yuan: amountOutput })
/** All four, in the order of `AGES`. */
const ages = z.array(z.object({ age: z.enum(AGE_CODES), ...summed }))

export const missingPayers = z.object({
  ...listOf(z.object({ payer: z.string(), ...summed, refunds, ages })),
  count: z.number().int(),
  lacking_yuan: amountOutput,
  today: z.string(),
})
export type MissingPayers = z.output<typeof missingPayers>

/** What the filters match, by age, by reason and by flag; all of each, also those without lines. */
export const missingTotals = z.object({
  ...summed,
  today: z.string(),
  ages,
  reasons: z.array(z.object({ reason: z.enum(REASON_CODES), ...summed })),
  flags: z.array(z.object({ flag: z.enum(['due', 'late']), ...summed })),
})
export type MissingTotals = z.output<typeof missingTotals>

/** For the menu and the overview. */
export const missingCounts = z.object({
  ...summed,
  over_90: z.object(summed),
  due: z.object(summed),
  late: z.object(summed),
})
export type MissingCounts = z.output<typeof missingCounts>

/** A unified social credit code, or an older tax number. */
const taxNo = optionalName.transform((text, ctx) => {
  const number = halfWidth(text).replace(/[\s-]/g, '').toUpperCase()
  if (number === '' || /^[0-9A-Z]{15,20}$/.test(number)) return number
  ctx.addIssue({ code: 'custom', message: '税号应为15至20位数字或字母', input: text })
  return z.NEVER
})

/** Whom invoices are made out to (抬头); what is not known is ''. */
export const invoiceTitleBody = z.object({
  name: optionalName,
  tax_no: taxNo,
  address: optionalName,
  phone: optionalName,
  bank: optionalName,
  account: optionalName,
  version,
})
export const titleUpdate = updateBody(invoiceTitleBody)
export const TITLE_FIELDS = [
  { field: 'name', label: '抬头' },
  { field: 'tax_no', label: '税号' },
  { field: 'address', label: '地址' },
  { field: 'phone', label: '电话' },
  { field: 'bank', label: '开户行' },
  { field: 'account', label: '账号' },
] as const
export type TitleField = (typeof TITLE_FIELDS)[number]['field']
export const invoiceTitle = z.object({
  name: z.string(),
  tax_no: z.string(),
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  account: z.string(),
  /** 0: never saved. */
  version: z.number().int(),
  can: z.object({ write: z.boolean() }),
})
export type InvoiceTitle = z.output<typeof invoiceTitle>

export const missingMessageQuery = z.object({ payer: nameText('请选择付款方') })
export type MissingMessageQuery = z.output<typeof missingMessageQuery>
/** The most lines that a message names. */
export const MAX_MESSAGE_LINES = 100
export const missingMessage = z.object({ text: z.string(), ...summed, refunds })
export type MissingMessage = z.output<typeof missingMessage>

/** The most lines that are linked at once, and the most invoices that are matched. */
export const MAX_LINKED = 200
export const MAX_MATCHED = 100

/**
 * A line and the invoice that it gets besides those that it has, for the lesser of what is left of both; or several of them, `invoices` as a
 * payment's line has them. Without a type or a rate that of the line stays. `version`: the payment's.
 */
export const linkItem = z.object(
  {
    line_code: code,
    check_invoice_code: orNull(code),
    invoices: orAbsent(lineInvoices),
    voucher_category: voucherCategoryInput,
    face_tax_rate: faceTaxRateInput,
    version,
  },
  '格式不正确',
)
export type LinkItem = z.output<typeof linkItem>

export const linkBody = z.object({
  items: z
    .array(linkItem, '请选择要补票的明细')
    .min(1, '请选择要补票的明细')
    .max(MAX_LINKED, `一次最多补票${MAX_LINKED}条`)
    .superRefine((items, ctx) => {
      for (const [index, item] of items.entries()) {
        const wrong = (field: string, message: string) =>
          ctx.addIssue({ code: 'custom', path: [index, field], message, input: item })
        if (items.findIndex((one) => one.line_code === item.line_code) < index) wrong('line_code', '明细重复')
        if (item.check_invoice_code === null && (item.invoices ?? []).length === 0)
          wrong('check_invoice_code', '请选择发票')
      }
    }),
})
export type LinkBody = z.output<typeof linkBody>

/** 无需发票: lines, and why they need no invoice; '' takes the mark back. `version`: the payment's. */
export const markBody = z.object({
  items: z
    .array(z.object({ line_code: code, version }, '格式不正确'), '请选择明细')
    .min(1, '请选择明细')
    .max(MAX_LINKED, `一次最多标记${MAX_LINKED}条`),
  no_invoice_reason: optionalName,
})
export type MarkBody = z.output<typeof markBody>
/** What people choose from; others are typed. */
export const NO_INVOICE_REASONS = ['款项已退回', '境外付款', '赔偿款'] as const
/** The payments that were saved, with their new versions. */
export const linkAnswer = z.object({
  items: z.array(z.object({ code: z.string(), version: z.number().int() })),
})
export type LinkAnswer = z.output<typeof linkAnswer>

export const matchBody = z.object({
  invoice_codes: z
    .array(code, '请选择发票')
    .min(1, '请选择发票')
    .max(MAX_MATCHED, `一次最多匹配${MAX_MATCHED}张发票`),
})
export type MatchBody = z.output<typeof matchBody>

/** `sure`: the seller's lines that lack just what is left of the invoice are as many as its invoices with so much left; `doubtful`: to be asked; `none`: no line. */
export const MATCHES = ['sure', 'doubtful', 'none'] as const
export const missingMatches = z.object({
  items: z.array(
    z.object({
      /** With what the editor of payments reads its voucher type and rate from. */
      invoice: z.object({
        code: z.string(),
        invoice_number: z.string(),
        invoice_type: z.string(),
        invoice_type_i18n: z.string(),
        billing_date: z.string().nullable(),
        seller_name: z.string(),
        total_amount_yuan: amountOutput.nullable(),
        amount_without_tax_yuan: amountOutput.nullable(),
        tax_amount_yuan: amountOutput.nullable(),
        left_amount_yuan: amountOutput.nullable(),
      }),
      match: z.enum(MATCHES),
      /** Why it is doubtful or none; '' where it is sure. */
      text: z.string(),
      /** `amount`: what the line would get of the invoice; null: it is only offered. */
      lines: z.array(missingLine.extend({ amount_yuan: amountOutput.nullable() })),
    }),
  ),
})
export type MissingMatches = z.output<typeof missingMatches>

/** The body of a payment type with the feature `missing_invoice`. Absent: a new type needs an invoice by its name, an old one stays as it is. */
export const paymentTypeInvoiceBody = paymentTypeBody.extend({
  needs_invoice: z.boolean('请选择是否需要发票').optional(),
})
