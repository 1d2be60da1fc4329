import { z } from 'zod'
import { dateField, dateInput } from './calendar.ts'
import { chartOf, largestChartOf } from './dashboard.ts'
import { amountOutput, amountQuery, positiveField } from './money.ts'
import {
  code,
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
import { longText, nameText } from './text.ts'
import { typeId } from './types.ts'

/** What the fields are called: in messages, the log, the spreadsheet, the list and the form. */
export const RECEIPT_FIELDS = {
  investment_at: '收款时间',
  investor: '投资方',
  investment_category_id: '投资类型',
  amount: '收款金额',
  contract_code: '合同编号',
  desc: '说明',
} as const

/** A receipt in the form and in the import. The amount becomes fen. */
export const receiptBody = z.object({
  investment_at: dateField(RECEIPT_FIELDS.investment_at),
  investor: nameText(RECEIPT_FIELDS.investor),
  investment_category_id: typeId(RECEIPT_FIELDS.investment_category_id),
  amount: positiveField(RECEIPT_FIELDS.amount),
  /** The code of a contract of income: category 3 or 4. */
  contract_code: orNull(code),
  desc: longText,
  version,
})
export type ReceiptBody = z.output<typeof receiptBody>
export const receiptUpdate = updateBody(receiptBody)
export type ReceiptUpdate = z.output<typeof receiptUpdate>
/** The fields in which several receipts are changed together. */
export const receiptChanges = receiptUpdate
  .pick({ investment_category_id: true, contract_code: true })
  .partial()
export type ReceiptChanges = z.output<typeof receiptChanges>

/** The filters of the list, also of its sum and the export. */
const receiptFilters = {
  /** Matches part of the investor, the description or the contract's number. */
  keywords: queryText,
  start_investment_at: orAbsent(dateInput),
  end_investment_at: orAbsent(dateInput),
  /** Exact names, as the chart's answer has them. */
  investors: many(queryText.unwrap()),
  /** Ids of investment types. */
  categories: listedValues,
  /** The receipts that name this contract. */
  contract_code: orAbsent(code),
  /** Exactly this amount. */
  amount: orAbsent(amountQuery),
  /** The receipts created by this import. */
  import_code: orAbsent(code),
  /** These records. */
  codes: many(code),
}
export const receiptListQuery = z.object({
  ...pageQuery(),
  ...receiptFilters,
  investment_at_order: orderQuery,
})
export type ReceiptListQuery = z.output<typeof receiptListQuery>
/** The filters of the list and its order. */
export const receiptExportQuery = z.object({ ...receiptFilters, investment_at_order: orderQuery })
type ReceiptExportQuery = z.output<typeof receiptExportQuery>
export type ReceiptFilters = Omit<ReceiptExportQuery, 'investment_at_order'>

/** A receipt in answers; `can`: what the caller may do with it now. */
export const receipt = z.object({
  code: z.string(),
  version: z.number().int(),
  investment_at: z.string(),
  investor: z.string(),
  investment_category_id: z.string(),
  investment_category_name: z.string(),
  amount_yuan: amountOutput,
  contract_code: z.string().nullable(),
  contract: z.object({ code: z.string(), out_code: z.string() }).nullable(),
  desc: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  can: rights,
})
export type Receipt = z.output<typeof receipt>

export const receiptList = z.object({
  ...listOf(receipt),
  /** The sum of all matching receipts. */
  total_amount_yuan: amountOutput,
  can: rights,
})
export type ReceiptList = z.output<typeof receiptList>

export const investorChart = largestChartOf({ investor: z.string() })
export type InvestorChart = z.output<typeof investorChart>

/** `investment_category_id` is the value of the list's filter. */
export const investmentTypeChart = chartOf({ category: z.string(), investment_category_id: z.string() })
export type InvestmentTypeChart = z.output<typeof investmentTypeChart>
