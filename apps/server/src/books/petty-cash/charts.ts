import { pettyCashApi } from '@pianzhang/contract/api/books'
import { expenseCharts } from '../../base/subjects/booked-charts.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Chart } from '../../platform/lists/charts.ts'

/** The charts of petty cash (api.md §5): sums of details, written off or not. */
export const pettyCashCharts: Chart[] = expenseCharts({
  api: pettyCashApi,
  model: 'imprest',
  records: 'petty cash details',
  title: '备用金支出',
  kept: { subject: 'petty_cash_subject', payer: 'petty_cash_payer', all: 'petty_cash' },
})

export const pettyCashStatisticsRoutes: Route[] = pettyCashCharts.flatMap(({ routes }) => routes)
