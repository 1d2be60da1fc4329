import { z } from 'zod'
import { amountOutput } from './money.ts'
import { code, orAbsent } from './page.ts'

export const totalAmount = z.object({ total_amount: amountOutput })
export type TotalAmount = z.output<typeof totalAmount>

/** Largest first; what comes to 0 is left out, what comes to less than 0 is not. */
export const chartOf = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ items: z.array(z.object({ ...shape, amount: amountOutput })) })

/** A chart of people or companies has as many items as there are records: it answers the largest. */
export const MAX_CHART_ITEMS = 200

/** `others`: the items after the `MAX_CHART_ITEMS` largest, how many and what they come to. */
export const largestChartOf = <T extends z.ZodRawShape>(shape: T) =>
  chartOf(shape).extend({ others: z.object({ quantity: z.number().int(), amount: amountOutput }) })

/** The query of a chart by subject: what is below one. Without a code it is the whole level. */
export const subjectBelow = { subject_one_code: orAbsent(code), subject_two_code: orAbsent(code) }
export interface SubjectBelow {
  subject_one_code?: string | undefined
  subject_two_code?: string | undefined
}

/** `subject_code` is what the next level is asked with, `subject_out_code` the number that people know. */
export const subjectChart = chartOf({
  subject_name: z.string(),
  subject_code: z.string(),
  subject_out_code: z.string(),
})
export type SubjectChart = z.output<typeof subjectChart>
