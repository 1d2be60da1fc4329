import { z } from 'zod'
import { dateField } from './calendar.ts'
import { percentField } from './fee-rates.ts'
import { payChannelInput } from './lists.ts'
import { amountField, amountOutput, positiveField } from './money.ts'
import {
  code,
  flagQuery,
  listedValues,
  listOf,
  many,
  orAbsent,
  orNull,
  pageQuery,
  queryText,
  rights,
  updateBody,
  version,
} from './page.ts'
import { payeeLink } from './payee-link.ts'
import { longText, optionalName } from './text.ts'

export { TAX_HINT } from './fee-working.ts'

export const FEE_KINDS = [
  { code: 'labor', label: '劳务报酬' },
  { code: 'script', label: '特许权使用费' },
] as const
export type FeeKind = (typeof FEE_KINDS)[number]['code']

export const FEE_BASES = [
  { code: 'gross', label: '税前' },
  { code: 'net', label: '税后' },
] as const
export type FeeBasis = (typeof FEE_BASES)[number]['code']

/** Who sees to the VAT of fees: the company withholds it, or the person has an invoice made out by the tax office. */
export const VAT_MODES = [
  { code: 'withhold', label: '代扣代缴' },
  { code: 'invoice', label: '代开发票' },
] as const
export type VatMode = (typeof VAT_MODES)[number]['code']

const codesOf = <T extends readonly { code: string }[]>(list: T) =>
  list.map((entry) => entry.code) as [T[number]['code'], ...T[number]['code'][]]

export const monthText = z
  .string('请选择月份')
  .regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM')
  .meta({ example: '2026-11', description: '月份，YYYY-MM' })

const fields = {
  /** The day on which it is paid; its month is the month of the tax. */
  pay_at: dateField('付款日期'),
  kind: z.enum(codesOf(FEE_KINDS), '请选择所得项目'),
  /** Whether `amount` is before tax, or what is left of it. */
  basis: z.enum(codesOf(FEE_BASES), '请选择计算方式'),
  amount: positiveField('金额'),
  /** The VAT of the invoice that the person had made out: paid beside the fee, which is without it. */
  invoice_vat: amountField('发票增值税', (fen) => (fen < 0n ? '发票增值税不能小于0' : undefined))
    .nullish()
    .transform((value) => value ?? 0n),
}

/** Without a payee the fee is the only one of its month, and `resident` says of whom. */
export const calculateBody = z.object({
  ...fields,
  payee_code: orNull(code),
  resident: z
    .boolean('请选择是否居民个人')
    .nullish()
    .transform((value) => value ?? true),
  contract_code: orNull(code),
  /** The record that is edited. */
  code: orNull(code),
})
export type CalculateBody = z.output<typeof calculateBody>

/** The payment of what is left, made with the record: by its day, to its payee. */
const payment = z.object(
  {
    subject_three_code: z.string('请选择科目').min(1, '请选择科目').pipe(code),
    pay_channel: payChannelInput,
    pay_category_id: z.string('请选择付款类型').regex(/^\d{1,18}$/, '付款类型不存在'),
    contract_code: orNull(code),
    post: optionalName,
    summary: longText,
  },
  '格式不正确',
)
export type FeePayment = z.output<typeof payment>

const record = z.object({
  ...fields,
  payee_code: z.string('请选择收款人').min(1, '请选择收款人').pipe(code),
  /** The number of a saved payment, one line of which pays what is left, with the VAT of the invoice. */
  payment_code: orNull(code),
  remark: longText,
  version,
})
/** A PUT makes no payment. Absent fields stay. */
export const feeUpdate = updateBody(record).extend({ version })
export type FeeUpdate = z.output<typeof feeUpdate>
export const feeBody = record
  .extend({ payment: payment.nullish().transform((value) => value ?? null) })
  .refine(({ payment: made, payment_code }) => made === null || payment_code === null, {
    path: ['payment_code'],
    message: '已关联付款，不能同时登记新的付款',
  })
export type FeeBody = z.output<typeof feeBody>

const amounts = {
  /** Without the VAT of an invoice; with the VAT that is withheld. */
  gross_yuan: amountOutput,
  vat_yuan: amountOutput,
  surcharge_yuan: amountOutput,
  taxable_yuan: amountOutput,
  tax_yuan: amountOutput,
  net_yuan: amountOutput,
  invoice_vat_yuan: amountOutput,
  /** What is paid: `net_yuan` and `invoice_vat_yuan`. */
  paid_yuan: amountOutput,
}
const feeTotals = z.object(amounts)
export type FeeTotals = z.output<typeof feeTotals>

export const calculation = z.object({
  ...amounts,
  month: z.string(),
  kind_i18n: z.string(),
  resident: z.boolean(),
  /** Earlier fees of the month, with which this one is taxed together. */
  before: z.object({ count: z.number().int(), gross_yuan: amountOutput, tax_yuan: amountOutput }),
  working: z.array(z.object({ label: z.string(), text: z.string(), amount_yuan: amountOutput })),
  hint: z.string(),
})
export type Calculation = z.output<typeof calculation>

const filters = {
  month: orAbsent(monthText),
  /** All payees who are the same person. */
  payee_code: orAbsent(code),
  /** Part of the payee's name, of its pinyin or initials. */
  keywords: queryText,
  kinds: listedValues,
  /** `1`: with a payment. */
  paid: flagQuery,
  /** `1`: the tax was remitted. */
  remitted: flagQuery,
  codes: many(code),
}
export const feeQuery = z.object({ ...pageQuery(), ...filters })
export type FeeQuery = z.output<typeof feeQuery>
export const feeExportQuery = z.object(filters)
export type FeeFilters = z.output<typeof feeExportQuery>

const line = z.object({ payment_code: z.string(), line_code: z.string() })

export const fee = z.object({
  code: z.string(),
  version: z.number().int(),
  month: z.string(),
  pay_at: z.string(),
  payee: payeeLink,
  /** Masked. */
  id_number: z.string(),
  kind: z.enum(codesOf(FEE_KINDS)),
  /** With （非居民） where it is one. */
  kind_i18n: z.string(),
  basis: z.enum(codesOf(FEE_BASES)),
  basis_i18n: z.string(),
  resident: z.boolean(),
  vat_withheld: z.boolean(),
  ...amounts,
  /** The payment line of what is left. */
  payment: line.nullable(),
  /** The payment line with which its tax was remitted. */
  remitted: line.nullable(),
  /** Why it cannot be changed, in words; empty: it can. */
  locked: z.string(),
  remark: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** `link`: change its payment and its remark, also when it is locked. */
  can: rights.extend({ link: z.boolean() }),
})
export type Fee = z.output<typeof fee>

export const feeList = z.object({
  ...listOf(fee),
  totals: feeTotals,
  hint: z.string(),
  can: rights,
})
export type FeeList = z.output<typeof feeList>

/** 应缴税款: a month's records, and what of VAT, surcharge and tax was remitted. */
const taxMonth = z.object({
  month: z.string(),
  count: z.number().int(),
  ...amounts,
  withheld_yuan: amountOutput,
  remitted_yuan: amountOutput,
  due_yuan: amountOutput,
  /** The last day to remit. */
  due_at: z.string(),
  payments: z.array(z.string()),
})
export const taxMonths = z.object({
  ...listOf(taxMonth),
  totals: feeTotals.extend({
    withheld_yuan: amountOutput,
    remitted_yuan: amountOutput,
    due_yuan: amountOutput,
  }),
  hint: z.string(),
  can: z.object({ write: z.boolean(), pay: z.boolean() }),
})
export type TaxMonths = z.output<typeof taxMonths>
export const taxMonthsQuery = z.object(pageQuery())
export type TaxMonthsQuery = z.output<typeof taxMonthsQuery>

/** 当月汇总: the records of a month by person. */
export const taxPeopleQuery = z.object({ ...pageQuery(), keywords: queryText })
export type TaxPeopleQuery = z.output<typeof taxPeopleQuery>
export const taxPeople = z.object({
  ...listOf(
    z.object({
      /** The first of the payees who are this person. */
      payee: payeeLink,
      id_type_i18n: z.string(),
      /** Masked. */
      id_number: z.string(),
      count: z.number().int(),
      ...amounts,
    }),
  ),
  month: z.string(),
  totals: feeTotals,
  hint: z.string(),
})
export type TaxPeople = z.output<typeof taxPeople>

/** Which form of 自然人电子税务局 a file is for. */
export const DECLARATIONS = [
  { code: 'labor', label: '劳务报酬' },
  { code: 'script', label: '特许权使用费' },
  { code: 'nonresident', label: '非居民' },
] as const
export const declarationQuery = z.object({
  /** Without it the last month, which is declared in this one. */
  month: orAbsent(monthText),
  form: z.enum(codesOf(DECLARATIONS), '请选择申报表').default('labor'),
})
export type DeclarationQuery = z.output<typeof declarationQuery>
export const declarationBody = declarationQuery.nullish()

export const taxSetting = z.object({
  /** Null: not chosen yet. */
  vat: z.enum(codesOf(VAT_MODES)).nullable(),
  /** In percent of VAT: "3.5". */
  surcharge: z.string(),
  version: z.number().int(),
  /** By kind of fees: from this day on it must be chosen; null: no VAT of theirs is withheld. */
  asked_from: z.object({ labor: z.string().nullable(), script: z.string().nullable() }),
  can: z.object({ write: z.boolean() }),
})
export type TaxSetting = z.output<typeof taxSetting>
export const taxSettingBody = z.object({
  vat: z.enum(codesOf(VAT_MODES), '请选择增值税处理方式'),
  surcharge: percentField('附加税费比例须为0至100之间的百分数，最多两位小数'),
  version,
})
export type TaxSettingBody = z.output<typeof taxSettingBody>
