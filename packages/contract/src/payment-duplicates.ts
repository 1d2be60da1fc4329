import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { amountQuery } from './money.ts'
import { code, many, orAbsent, queryText } from './page.ts'
import { sameDay } from './same-day.ts'

/**
 * Payments of the same payee and total within 7 days of `pay_at`, and those that pay one of the instalments, on whatever day. `code`: the payment
 * that is being edited, which is left out of the result.
 */
export const duplicatesQuery = z.object({
  payee_code: orAbsent(code),
  /** Who is paid, for `same_day` where no payee is chosen. */
  payer: queryText,
  amount: orAbsent(amountQuery),
  pay_at: orAbsent(dateInput),
  /** Of payment plans: those that the payment would pay, the key repeated. */
  instalment_code: many(code),
  code: orAbsent(code),
})
export type DuplicatesQuery = z.output<typeof duplicatesQuery>
export const duplicates = z.object({
  items: z.array(
    z.object({
      code: z.string(),
      pay_at: z.string(),
      payer: z.string(),
      summary: z.string(),
      pay_amount_yuan: z.string(),
      /** The titles of the instalments that it pays too; none while the company has payment plans off. */
      instalments: z.array(z.string()),
    }),
  ),
  /** How many there are; `items` are the last of them. */
  count: z.number().int(),
  /** The numbers of pending payment requests that would pay one of the instalments; absent where there is none, or for who may not read them. */
  requests: z.array(z.string()).optional(),
  /** The sum of this payment and the others to the same payee on the same day, if only together they reach a higher band of the approval rules. */
  same_day: sameDay.optional(),
})
export type Duplicates = z.output<typeof duplicates>
