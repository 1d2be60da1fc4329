import type { PaymentList } from '@pianzhang/contract/cost-executions'
import type { ImprestList } from '@pianzhang/contract/imprests'
import { shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { BOOKED, type BookedList, bookedPayments } from '../booking/booked.ts'

const PAYMENTS = 'overview_payments'
shows([PAYMENTS], 'cost_execution')
const payments = chartCalls('/api/manager/cost_executions', PAYMENTS)

const CASH = 'overview_cash'
shows([CASH], 'imprest')
const cash = chartCalls('/api/manager/imprests', CASH)

export const paymentsQuery = (subject: string) => ({
  ...payments.figures<PaymentList>('booked', { subject_three_codes: subject, per_page: BOOKED }, ''),
  select: bookedPayments,
})

export const cashQuery = (subject: string) => ({
  ...cash.figures<ImprestList>(
    'booked',
    { subject_three_codes: subject, written_off: '0', per_page: BOOKED },
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
