import { z } from 'zod'
import { chartOf } from './dashboard.ts'

/** `pay_category_id` is the value of the list's filter: `imprest` for lines that a petty cash write-off posted. */
export const paymentTypeChart = chartOf({ pay_category: z.string(), pay_category_id: z.string() })
export type PaymentTypeChart = z.output<typeof paymentTypeChart>
