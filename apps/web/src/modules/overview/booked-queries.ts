import { costBudgetApi, paymentApi, pettyCashApi } from '@pianzhang/contract/api/books'
import type { PettyCashList } from '@pianzhang/contract/petty-cash'
import { shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { exported } from '../../platform/ledger/sheets.ts'
import { BOOKED, type BookedList, bookedPayments } from '../booking/booked.ts'

const BUDGETS = 'overview_budgets'
shows([BUDGETS], 'cost_budget')
const budgets = chartCalls(BUDGETS)

/** The budget lines of a level-three subject. */
export const budgetsQuery = (subject: string) =>
  budgets.figures(costBudgetApi.list, { subject_three_codes: subject, per_page: BOOKED })

/** Returns the URL of a spreadsheet of all records of a ledger on a subject. */
const LEDGERS = { cost_budgets: costBudgetApi, cost_executions: paymentApi, imprests: pettyCashApi }
export const exportOf = (ledger: keyof typeof LEDGERS, subject: string) => () =>
  exported(LEDGERS[ledger].export, {
    subject_three_codes: [subject],
    ...(ledger === 'imprests' && { written_off: '0' }),
  })

const PAYMENTS = 'overview_payments'
shows([PAYMENTS], 'cost_execution')
const payments = chartCalls(PAYMENTS)

const CASH = 'overview_cash'
shows([CASH], 'imprest')
const cash = chartCalls(CASH)

export const paymentsQuery = (subject: string) => ({
  ...payments.figures(paymentApi.list, { subject_three_codes: subject, per_page: BOOKED }),
  select: bookedPayments,
})

export const cashQuery = (subject: string) => ({
  ...cash.figures(pettyCashApi.list, {
    subject_three_codes: subject,
    written_off: '0',
    per_page: BOOKED,
  }),
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
