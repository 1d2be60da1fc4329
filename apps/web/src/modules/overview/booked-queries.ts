import type { CostBudgetList } from '@pianzhang/contract/cost-budgets'
import type { PaymentList } from '@pianzhang/contract/payments'
import type { PettyCashList } from '@pianzhang/contract/petty-cash'
import { shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import { BOOKED, type BookedList, bookedPayments } from '../booking/booked.ts'

const BUDGETS = 'overview_budgets'
shows([BUDGETS], 'cost_budget')
const budgets = chartCalls('/api/manager/cost_budgets', BUDGETS)

/** The budget lines of a level-three subject. */
export const budgetsQuery = (subject: string) =>
  budgets.figures<CostBudgetList>('booked', { subject_three_codes: subject, per_page: BOOKED }, '')

/** Returns the URL of a spreadsheet of all records of a ledger on a subject. */
export const exportOf = (ledger: 'cost_budgets' | 'cost_executions' | 'imprests', subject: string) => () =>
  sheetCalls(`/api/manager/${ledger}`).exported({
    subject_three_codes: [subject],
    ...(ledger === 'imprests' && { written_off: '0' }),
  })

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
  ...cash.figures<PettyCashList>(
    'booked',
    { subject_three_codes: subject, written_off: '0', per_page: BOOKED },
    '',
  ),
  select: ({ items, listTotal, total }: PettyCashList): BookedList => ({
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
