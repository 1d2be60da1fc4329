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
  kept: { subject: 'imprest_subject', payer: 'imprest_payer', all: 'imprests' },
})

export const pettyCashStatisticsRoutes: Route[] = pettyCashCharts.flatMap(({ routes }) => routes)
