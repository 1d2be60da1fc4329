import type { PaymentList } from '@pianzhang/contract/cost-executions'
import type { ImprestList } from '@pianzhang/contract/imprests'
import { shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'

/** What was booked on a subject: the last records and the sum of all. */
export interface BookedList {
  items: readonly { code: string; day: string; payer: string; amount: string }[]
  total: number
  amount: string
}
const LAST = '20'

const PAYMENTS = 'overview_payments'
shows([PAYMENTS], 'cost_execution')
const payments = chartCalls('/api/manager/cost_executions', PAYMENTS)

const CASH = 'overview_cash'
shows([CASH], 'imprest')
const cash = chartCalls('/api/manager/imprests', CASH)

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

export const bookedCash = (subject: string) => ({
  ...cash.figures<ImprestList>(
    'booked',
    { subject_three_codes: subject, written_off: '0', per_page: LAST },
    '',
  ),
  select: ({ items, listTotal, total }: ImprestList): BookedList => ({
    items: items.map(({ code, pay_at, payer, pay_amount_yuan: amount }) => ({
      code,
      day: pay_at,
      payer,
      amount,
    })),
    total: listTotal,
    amount: total,
  }),
})
