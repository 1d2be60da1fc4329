import { z } from 'zod'
import { amountOutput } from './money.ts'

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
