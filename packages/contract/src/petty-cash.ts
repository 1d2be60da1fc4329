import { z } from 'zod'
import { attachment, voucherCodes } from './attachments.ts'
import { dateField, dateInput } from './calendar.ts'
import { faceTaxRateInput, payChannelInput, voucherCategoryInput } from './lists.ts'
import { amountOutput, amountQuery, nonZeroField } from './money.ts'
import {
  code,
  codeOrNumber,
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
import { subjectThree } from './subjects.ts'
import { longText, nameText, optionalName } from './text.ts'

/** What the fields are called: in messages, the log, the spreadsheet, the list and the form. */
export const PETTY_CASH_FIELDS = {
  pay_at: '付款时间',
  payer: '付款方',
  post: '部门/岗位',
  summary: '摘要',
  subject_three_code: '科目编号',
  pay_channel: '付款方式',
  voucher_category: '凭证类型',
  face_tax_rate: '票面税率',
  contract_code: '合同编号',
  pay_amount: '付款金额',
  voucher_attachment_codes: '凭证图片',
  remark: '备注',
} as const

/** A petty cash detail in the form and in the import. The amount becomes fen. */
export const pettyCashBody = z.object({
  pay_at: dateField(PETTY_CASH_FIELDS.pay_at),
  payer: nameText(PETTY_CASH_FIELDS.payer),
  post: optionalName,
  summary: longText,
  subject_three_code: subjectThree,
  pay_channel: payChannelInput,
  voucher_category: voucherCategoryInput,
  face_tax_rate: faceTaxRateInput,
  /** The code of a contract of expense: category 0, 1 or 2. */
  contract_code: orNull(code),
  pay_amount: nonZeroField(PETTY_CASH_FIELDS.pay_amount),
  voucher_attachment_codes: voucherCodes,
  remark: longText,
  version,
})
export type PettyCashBody = z.output<typeof pettyCashBody>
export const pettyCashUpdate = updateBody(pettyCashBody)
export type PettyCashUpdate = z.output<typeof pettyCashUpdate>
/** The fields in which several details are changed together. */
export const pettyCashChanges = pettyCashUpdate
  .pick({
    post: true,
    subject_three_code: true,
    pay_channel: true,
    voucher_category: true,
    contract_code: true,
  })
  .partial()
export type PettyCashChanges = z.output<typeof pettyCashChanges>

/** What a detail needs before it is written off. */
const WRITE_OFF_NEEDS = ['voucher_category', 'face_tax_rate', 'voucher_attachments'] as const
export type WriteOffNeed = (typeof WRITE_OFF_NEEDS)[number]

/** The filters of the list, also of its sum and the export. */
const pettyCashFilters = {
  /** Matches part of the number, payer, post, summary or remark. */
  keywords: queryText,
  start_pay_at: orAbsent(dateInput),
  end_pay_at: orAbsent(dateInput),
  /** Exact names, as the chart's answer has them. */
  payers: many(queryText.unwrap()),
  /** Subjects of any level. */
  subject_three_codes: listedValues,
  pay_channels: listedValues,
  /** `0`: details without a voucher type. */
  voucher_categories: listedValues,
  face_tax_rates: listedValues,
  /** `1`: details with a contract. */
  related_system_contract: flagQuery,
  /** The details that name this contract. */
  contract_code: orAbsent(code),
  /** Details that lack this field, or with `1` any of the three. A detail that is written off lacks none. */
  lacking: orAbsent(
    codeOrNumber(
      z.enum(['1', ...WRITE_OFF_NEEDS], '须为 1、voucher_category、face_tax_rate 或 voucher_attachments'),
    ),
  ),
  /** `1`: written off, `0`: not yet. */
  written_off: flagQuery,
  /** Exactly this amount. */
  pay_amount: orAbsent(amountQuery),
  /** The details created by this import. */
  import_code: orAbsent(code),
  /** These records. */
  codes: many(code),
}
export const pettyCashListQuery = z.object({ ...pageQuery(), ...pettyCashFilters, pay_at_order: orderQuery })
export type PettyCashListQuery = z.output<typeof pettyCashListQuery>
/** The filters of the list and its order. */
export const pettyCashExportQuery = z.object({ ...pettyCashFilters, pay_at_order: orderQuery })
type PettyCashExportQuery = z.output<typeof pettyCashExportQuery>
export type PettyCashFilters = Omit<PettyCashExportQuery, 'pay_at_order'>

/** A detail in answers; `can`: what the caller may do with it now, which is nothing once it is written off. */
export const pettyCashDetail = z.object({
  /** Its number: `BYJ`, the day of payment at creation, and the project's running number. */
  code: z.string(),
  version: z.number().int(),
  pay_at: z.string(),
  payer: z.string(),
  post: z.string(),
  summary: z.string(),
  subject_three_code: z.string(),
  subject_three_out_code: z.string(),
  subject_one_name: z.string(),
  subject_two_name: z.string(),
  subject_three_name: z.string(),
  pay_amount_yuan: amountOutput,
  pay_channel: z.object({ pay_channel_code: z.string(), pay_channel_i18n: z.string() }),
  voucher_category: z
    .object({ voucher_category_code: z.string(), voucher_category_i18n: z.string() })
    .nullable(),
  /** '' if there is none. */
  face_tax_rate: z.string(),
  contract_code: z.string().nullable(),
  contract: z.object({ code: z.string(), out_code: z.string() }).nullable(),
  voucher_attachments: z.array(attachment),
  remark: z.string(),
  /** Null: not written off. */
  write_off_at: z.string().nullable(),
  /** The number of the payment that its write-off posted. */
  cost_execution_code: z.string().nullable(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  can: rights,
})
export type PettyCashDetail = z.output<typeof pettyCashDetail>

export const pettyCashList = z.object({
  ...listOf(pettyCashDetail),
  /** The sum of all matching details. */
  total: amountOutput,
  can: rights,
})
export type PettyCashList = z.output<typeof pettyCashList>

/** Sums of all details of the project, and the total set. */
export const pettyCashTotals = z.object({
  /** The total set; 0.00 until it is. */
  imprest_total_amount: amountOutput,
  /** The total set − the sum of all details, written off or not. */
  imprest_overage_amount: amountOutput,
  /** Details with a ticketed voucher type. */
  imprest_ticket_amount: amountOutput,
  /** Details with another voucher type or none. */
  imprest_no_ticket_amount: amountOutput,
  /** The version of the total set, which the PUT that replaces it sends; 0 until it is set. */
  version: z.number().int(),
  can: z.object({ write: z.boolean() }),
})
export type PettyCashTotals = z.output<typeof pettyCashTotals>

/** Replaces the total set; it may be negative. Answers the totals. */
export const pettyCashAmountBody = z.object({ amount: nonZeroField('备用金金额'), version })
export type PettyCashAmountBody = z.output<typeof pettyCashAmountBody>

/** Which details a write-off takes: the open ones that the filters match, without any those of the whole project. */
export const writeOffScope = z.object(pettyCashFilters)
export type WriteOffScope = z.output<typeof writeOffScope>
export const writeOffPreviewBody = writeOffScope.nullish()
/** `fingerprint`: of the preview that was confirmed; with another set of details nothing is posted (409). */
export const writeOffBody = writeOffScope.extend({ fingerprint: orAbsent(code) }).nullish()
export type WriteOffBody = z.output<typeof writeOffBody>

/** What `POST /imprests/write_offs` answers. */
export const writeOffResult = z.object({
  /** How many details were not written off yet, how many of them were posted to the payments, and the sum posted. */
  total_quantity: z.number().int(),
  succeeded_quantity: z.number().int(),
  imprest_amount: amountOutput,
  created_at: z.string(),
})
export type WriteOffResult = z.output<typeof writeOffResult>

/** An item of the history. The API names its fields otherwise than in `writeOffResult`. */
export const writeOff = z.object({
  code: z.string(),
  total_quantity: z.number().int(),
  succeed_quantity: z.number().int(),
  imprest_amount_yuan: amountOutput,
  creator_name: z.string(),
  created_at: z.string(),
  /** How many of its details were opened again, because their payments were deleted, and their sum. */
  taken_back_quantity: z.number().int(),
  taken_back_amount_yuan: amountOutput,
  /** Whose payment was deleted when and by whom, the latest first; at most `TAKEN_BACK` of them. */
  taken_back: z.array(
    z.object({
      imprest_code: z.string(),
      cost_execution_code: z.string(),
      amount_yuan: amountOutput,
      user_name: z.string(),
      created_at: z.string(),
    }),
  ),
})
/** The most details that an item of the history names as taken back. */
export const TAKEN_BACK = 20

export const writeOffListQuery = z.object(pageQuery())
export type WriteOffListQuery = z.output<typeof writeOffListQuery>
/** Newest first. */
export const writeOffList = z.object(listOf(writeOff))
export type WriteOffList = z.output<typeof writeOffList>

/** How many incomplete details a preview names. */
export const MAX_LACKING = 20

/** What a write-off would do now: open details, those that would be written off with their sum, and how many lack each need. */
export const writeOffPreview = z.object({
  total_quantity: z.number().int(),
  succeeded_quantity: z.number().int(),
  imprest_amount: amountOutput,
  lacking: z.object({
    voucher_category: z.number().int(),
    face_tax_rate: z.number().int(),
    voucher_attachments: z.number().int(),
  }),
  /** The first of the incomplete details, the latest first, and what each lacks. */
  lacking_items: z.array(
    z.object({
      code: z.string(),
      pay_at: z.string(),
      payer: z.string(),
      pay_amount_yuan: amountOutput,
      lacking: z.array(z.enum(WRITE_OFF_NEEDS)),
    }),
  ),
  /** Stands for the details that would be written off and their versions; a write-off that is given it takes these or none. */
  fingerprint: z.string(),
})
export type WriteOffPreview = z.output<typeof writeOffPreview>
