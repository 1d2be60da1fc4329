import { z } from 'zod'
import { chosenValues } from './cost-executions.ts'
import { amountOutput } from './money.ts'
import { code, orAbsent } from './page.ts'

/** The statistics of payments add up lines; `voucher_categories` filters all of them (`0`: lines without a voucher type). */
export const paymentDashboardQuery = z.object({ voucher_categories: chosenValues })
export type PaymentDashboardQuery = z.output<typeof paymentDashboardQuery>

/** What is below one subject. Without a code it is the whole level. */
export const subjectDashboardQuery = paymentDashboardQuery.extend({
  subject_one_code: orAbsent(code),
  subject_two_code: orAbsent(code),
})
export type SubjectDashboardQuery = z.output<typeof subjectDashboardQuery>

export const totalAmount = z.object({ total_amount: amountOutput })
export type TotalAmount = z.output<typeof totalAmount>

/** Largest first; what comes to 0 is left out, what comes to less than 0 is not. */
const chartOf = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ items: z.array(z.object({ ...shape, amount: amountOutput })) })

/** `subject_code` is what the next level is asked with, `subject_out_code` the number that people know. */
export const subjectChart = chartOf({
  subject_name: z.string(),
  subject_code: z.string(),
  subject_out_code: z.string(),
})
export type SubjectChart = z.output<typeof subjectChart>

/** Of so many payers, the largest: there may be as many as payments. */
export const MAX_PAYERS = 200

/** `others`: the payers after those, how many and what they come to. */
export const payerChart = chartOf({ payer: z.string() }).extend({
  others: z.object({ quantity: z.number().int(), amount: amountOutput }),
})
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
