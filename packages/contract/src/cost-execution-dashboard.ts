import { z } from 'zod'
import { chartOf, largestChartOf, subjectBelow } from './dashboard.ts'
import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from './lists.ts'
import { listedValues } from './page.ts'

const VOUCHER_VALUES: readonly string[] = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code }) => code)

/** Unknown values match nothing. They are replaced by one, as an export link has no room for a thousand. */
const voucherCategories = listedValues.transform((values) => {
  const known = VOUCHER_VALUES.filter((value) => values.includes(value))
  return values.length > 0 && known.length === 0 ? ['-'] : known
})

/** Statistics sum up lines; `voucher_categories` filters them (`0`: lines without a voucher type). */
export const paymentDashboardQuery = z.object({ voucher_categories: voucherCategories })
export type PaymentDashboardQuery = z.output<typeof paymentDashboardQuery>

/** The children of one subject. */
export const subjectDashboardQuery = paymentDashboardQuery.extend(subjectBelow)
export type SubjectDashboardQuery = z.output<typeof subjectDashboardQuery>

export const payerChart = largestChartOf({ payer: z.string() })
export type PayerChart = z.output<typeof payerChart>

/** `pay_category_id` is the value of the list's filter: `imprest` for lines that a petty cash write-off posted. */
export const payCategoryChart = chartOf({ pay_category: z.string(), pay_category_id: z.string() })
export type PayCategoryChart = z.output<typeof payCategoryChart>

/** `voucher_category_code` is the value of the list's filter: `0` for lines without a voucher type. */
export const voucherCategoryChart = chartOf({
  voucher_category: z.string(),
  voucher_category_code: z.string(),
})
export type VoucherCategoryChart = z.output<typeof voucherCategoryChart>
