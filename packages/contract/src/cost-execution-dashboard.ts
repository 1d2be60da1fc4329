import { z } from 'zod'
import { chartOf, subjectBelow, voucherCategories } from './dashboard.ts'

/** Statistics sum up lines; `voucher_categories` filters them (`0`: lines without a voucher type). */
export const paymentDashboardQuery = z.object({ voucher_categories: voucherCategories })

/** The children of one subject. */
export const subjectDashboardQuery = paymentDashboardQuery.extend(subjectBelow)

/** `pay_category_id` is the value of the list's filter: `imprest` for lines that a petty cash write-off posted. */
export const payCategoryChart = chartOf({ pay_category: z.string(), pay_category_id: z.string() })
export type PayCategoryChart = z.output<typeof payCategoryChart>
