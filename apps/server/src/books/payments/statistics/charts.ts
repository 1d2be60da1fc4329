import { paymentApi } from '@pianzhang/contract/api/books'
import { totalAmount, voucherQuery } from '@pianzhang/contract/dashboard'
import { WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { paymentTypeChart } from '@pianzhang/contract/payment-dashboard'
import { sql } from 'kysely'
import { expenseCharts, PAID } from '../../../base/subjects/booked-charts.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { type Route, read } from '../../../platform/http/route.ts'
import { type Chart, chart } from '../../../platform/lists/charts.ts'
import { paymentTypeSums, totalSum } from './sql.ts'

const paymentTypeName = ({ name }: { name: string | null }) => name ?? WRITE_OFF_CATEGORY

/** The charts of payments (api.md §5): sums of lines. */
export const paymentCharts: Chart[] = [
  ...expenseCharts({
    api: paymentApi,
    model: 'cost_execution',
    records: 'lines',
    title: '支出',
    kept: { subject: 'subject', payer: 'payer', all: 'payment_type' },
  }),
  chart({
    endpoint: paymentApi.pay_category,
    model: 'cost_execution',
    summary: 'Sums of lines by payment type',
    query: voucherQuery,
    answer: paymentTypeChart,
    title: '付款类型支出',
    columns: [{ title: '付款类型', kind: 'text', width: 24 }, PAID],
    sums: (projectId, query) => paymentTypeSums(projectId, query.voucher_categories),
    tie: sql`id`,
    item: (row) => ({
      pay_category: paymentTypeName(row),
      pay_category_id: row.id === null ? 'imprest' : String(row.id),
    }),
    cells: (row) => [paymentTypeName(row), row.amount],
  }),
]

export const paymentStatisticsRoutes: Route[] = [
  read(
    paymentApi.total_amount,
    {
      summary: 'The sum of all lines',
      access: inProject('cost_execution', 'read'),
      query: voucherQuery,
      answer: totalAmount,
    },
    async (db, { project }, { query }) => {
      const { rows } = await totalSum(project.id, query.voucher_categories).execute(db)
      return { total_amount: yuan(rows[0]?.amount ?? 0n) }
    },
  ),
  ...paymentCharts.flatMap(({ routes }) => routes),
]
