import type { PaymentList } from '@pianzhang/contract/cost-executions'
import { chartCalls } from '../../platform/ledger/charts.ts'

/** What was booked on a subject: the last records and the sum of all. */
export interface BookedList {
  items: readonly { code: string; day: string; payer: string; amount: string }[]
  total: number
  amount: string
}
const LAST = '20'

// Their keys belong to these ledgers, so a change of a record reloads them.
const payments = chartCalls('/api/manager/cost_executions', 'cost_executions')

/** Of a payment only the lines on the subject count. */
export const bookedPayments = (subject: string) => ({
  ...payments.figures<PaymentList>('booked', { subject_three_codes: subject, per_page: LAST }, ''),
  select: ({ items, listTotal, matched_amount_yuan }: PaymentList): BookedList => ({
    items: items.map(({ code, pay_at, payer, matched_amount_yuan: amount }) => ({
      code,
      day: pay_at,
      payer,
      amount,
    })),
    total: listTotal,
    amount: matched_amount_yuan,
  }),
})
