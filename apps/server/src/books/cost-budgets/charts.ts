import { costBudgetApi } from '@pianzhang/contract/api/books'
import { costBudgetSubjectQuery } from '@pianzhang/contract/cost-budgets'
import { noQuery, totalAmount } from '@pianzhang/contract/dashboard'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { subjectCharts } from '../../base/subjects/drill-down.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import type { Chart } from '../../platform/lists/charts.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { costBudgetTotal } from './load.ts'

/** The charts of cost budgets: by subject of each level. */
export const costBudgetCharts: Chart[] = subjectCharts({
  api: costBudgetApi,
  model: 'cost_budget',
  records: 'budget lines',
  query: costBudgetSubjectQuery,
  title: '预算',
  amount: { title: '预算金额（元）', kind: 'money', summed: true, width: 20 },
  booked: (projectId) =>
    sql`select s.key as subject_id, s.amount from ${keptSums(projectId, ['cost_budget'])}`,
})

export const costBudgetStatisticsRoutes: Route[] = [
  read(
    costBudgetApi.total_amount,
    {
      summary: 'The sum of all budget lines',
      access: inProject('cost_budget', 'read'),
      query: noQuery,
      answer: totalAmount,
    },
    async (db, { project }) => {
      const { rows } = await costBudgetTotal(project.id).execute(db)
      return { total_amount: yuan(rows[0]?.amount ?? 0n) }
    },
  ),
  ...costBudgetCharts.flatMap(({ routes }) => routes),
]
