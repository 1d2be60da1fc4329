import { z } from 'zod'
import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from './lists.ts'
import { amountOutput } from './money.ts'
import { code, listedValues, orAbsent } from './page.ts'

export const totalAmount = z.object({ total_amount: amountOutput })
export type TotalAmount = z.output<typeof totalAmount>

/** A chart, the largest sum first. Sums of 0 are omitted, negative ones are not. */
export const chartOf = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ items: z.array(z.object({ ...shape, amount: amountOutput })) })

/** The most items of a chart by person or company, of whom there may be as many as records; the largest are answered. */
export const MAX_CHART_ITEMS = 200

/** `others`: the number and the sum of the items after the `MAX_CHART_ITEMS` largest. */
export const largestChartOf = <T extends z.ZodRawShape>(shape: T) =>
  chartOf(shape).extend({ others: z.object({ quantity: z.number().int(), amount: amountOutput }) })

/** The query of a chart by subject: the parent's code; without one, the whole level. */
export const subjectBelow = { subject_one_code: orAbsent(code), subject_two_code: orAbsent(code) }
export interface SubjectBelow {
  subject_one_code?: string | undefined
  subject_two_code?: string | undefined
}

/** `subject_code` is the query of the next level, `subject_out_code` the number shown to people. */
export const subjectChart = chartOf({
  subject_name: z.string(),
  subject_code: z.string(),
  subject_out_code: z.string(),
})
export type SubjectChart = z.output<typeof subjectChart>

/** The voucher types by which charts are filtered; `0`: records without one. */
export const VOUCHER_VALUES: readonly string[] = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(
  ({ code }) => code,
)

/**
 * The query of charts of expenses. Unknown voucher types match nothing. If there are no others, one placeholder (`-`) replaces them, as an
 * export link has no room for a thousand.
 */
export const voucherQuery = z.object({
  voucher_categories: listedValues.transform((values) => {
    const known = VOUCHER_VALUES.filter((value) => values.includes(value))
    return values.length > 0 && known.length === 0 ? ['-'] : known
  }),
})

/** Of a chart that has no filter. */
export const noQuery = z.object({})

/** The query of charts of expenses by subject. */
export const subjectVoucherQuery = voucherQuery.extend(subjectBelow)

export const payerChart = largestChartOf({ payer: z.string() })
export type PayerChart = z.output<typeof payerChart>

/** `voucher_category_code` is the value of the list's filter: `0` for records without a voucher type. */
export const voucherCategoryChart = chartOf({
  voucher_category: z.string(),
  voucher_category_code: z.string(),
})
export type VoucherCategoryChart = z.output<typeof voucherCategoryChart>
