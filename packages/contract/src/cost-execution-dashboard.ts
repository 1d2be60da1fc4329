import { z } from 'zod'
import { chartOf, largestChartOf } from './dashboard.ts'
import { code, listedValues, orAbsent } from './page.ts'

/** The statistics of payments add up lines; `voucher_categories` filters all of them (`0`: lines without a voucher type). */
export const paymentDashboardQuery = z.object({ voucher_categories: listedValues })
export type PaymentDashboardQuery = z.output<typeof paymentDashboardQuery>

/** What is below one subject. Without a code it is the whole level. */
export const subjectDashboardQuery = paymentDashboardQuery.extend({
  subject_one_code: orAbsent(code),
  subject_two_code: orAbsent(code),
})
export type SubjectDashboardQuery = z.output<typeof subjectDashboardQuery>

/** `subject_code` is what the next level is asked with, `subject_out_code` the number that people know. */
export const subjectChart = chartOf({
  subject_name: z.string(),
  subject_code: z.string(),
  subject_out_code: z.string(),
})
export type SubjectChart = z.output<typeof subjectChart>

export const payerChart = largestChartOf({ payer: z.string() })
export type PayerChart = z.output<typeof payerChart>

/** `pay_category_id` is the value of the list's filter: `imprest` for what a write-off of petty cash posted. */
export const payCategoryChart = chartOf({ pay_category: z.string(), pay_category_id: z.string() })
export type PayCategoryChart = z.output<typeof payCategoryChart>

/** `voucher_category_code` is the value of the list's filter: `0` for lines without a voucher type. */
export const voucherCategoryChart = chartOf({
  voucher_category: z.string(),
  voucher_category_code: z.string(),
})
export type VoucherCategoryChart = z.output<typeof voucherCategoryChart>
