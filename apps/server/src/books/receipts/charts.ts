import { receiptApi } from '@pianzhang/contract/api/books'
import { noQuery, totalAmount } from '@pianzhang/contract/dashboard'
import { yuan } from '@pianzhang/contract/money'
import { investmentTypeChart, investorChart } from '@pianzhang/contract/receipts'
import { sql } from 'kysely'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import { type Chart, chart, largestChart } from '../../platform/lists/charts.ts'
import type { SummableColumn } from '../../platform/sheet/totals.ts'
import { receiptsByInvestor, receiptTotal } from './load.ts'

const AMOUNT: SummableColumn = { title: '收款金额（元）', kind: 'money', summed: true, width: 20 }
const common = { model: 'investment_execution', query: noQuery } as const

/** The charts of receipts. */
export const receiptCharts: Chart[] = [
  largestChart({
    ...common,
    endpoint: receiptApi.investor,
    summary: 'Sums of receipts by investor',
    answer: investorChart,
    title: '投资方收款',
    columns: [{ title: '投资方', kind: 'text', width: 36 }, AMOUNT],
    sums: (projectId) => receiptsByInvestor(projectId),
    tie: sql`investor`,
    item: ({ investor }) => ({ investor }),
    cells: ({ investor, amount }) => [investor, amount],
  }),
  chart({
    ...common,
    endpoint: receiptApi.investment_category,
    summary: 'Sums of receipts by investment type',
    answer: investmentTypeChart,
    title: '投资类型收款',
    columns: [{ title: '投资类型', kind: 'text', width: 24 }, AMOUNT],
    // Added up before the join, so that thousands of receipts are not joined for a handful of types.
    sums: (projectId) => sql<{ id: bigint; category: string; amount: bigint }>`
      select t.id, t.name as category, s.amount
      from (
        select e.investment_category_id as id, sum(e.amount) as amount from receipts e
        where e.project_id = ${projectId} group by e.investment_category_id) s
      join investment_types t on t.project_id = ${projectId} and t.id = s.id`,
    tie: sql`id`,
    item: ({ id, category }) => ({ category, investment_category_id: String(id) }),
    cells: ({ category, amount }) => [category, amount],
  }),
]

export const receiptStatisticsRoutes: Route[] = [
  read(
    receiptApi.total_amount,
    {
      summary: 'The sum of all receipts',
      access: inProject('investment_execution', 'read'),
      query: noQuery,
      answer: totalAmount,
    },
    async (db, { project }) => {
      const { rows } = await sql<{ total: bigint }>`select ${receiptTotal(project.id)} as total`.execute(db)
      return { total_amount: yuan(rows[0]?.total ?? 0n) }
    },
  ),
  ...receiptCharts.flatMap(({ routes }) => routes),
]
