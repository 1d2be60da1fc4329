import {
  payCategoryChart,
  paymentDashboardQuery,
  subjectDashboardQuery,
} from '@pianzhang/contract/cost-execution-dashboard'
import { payerChart, totalAmount, voucherCategoryChart } from '@pianzhang/contract/dashboard'
import {
  labelOf,
  NO_VOUCHER_CATEGORY,
  VOUCHER_CATEGORIES,
  WRITE_OFF_CATEGORY,
} from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { inProject } from '../../../platform/http/guard.ts'
import { type Route, read } from '../../../platform/http/route.ts'
import { type Chart, chart, largestChart } from '../../../platform/lists/charts.ts'
import type { SummableColumn } from '../../../platform/sheet/totals.ts'
import { subjectCharts } from '../../subjects/drill-down.ts'
import {
  type NamedSum,
  payCategorySums,
  payerSums,
  subjectSums,
  totalSum,
  voucherCategorySums,
} from './sql.ts'

const PATH = '/cost_executions/dashboard'
const AMOUNT: SummableColumn = { title: '付款金额（元）', kind: 'money', summed: true, width: 20 }
const common = { model: 'cost_execution', query: paymentDashboardQuery } as const

const payCategoryName = (row: NamedSum) => row.name ?? WRITE_OFF_CATEGORY
const voucherCategoryName = ({ id }: NamedSum) =>
  id === null ? NO_VOUCHER_CATEGORY.label : labelOf(VOUCHER_CATEGORIES, String(id))

/** The charts of payments (api.md §5): sums of lines. */
export const paymentCharts: Chart[] = [
  ...subjectCharts({
    path: PATH,
    model: 'cost_execution',
    records: 'lines',
    query: subjectDashboardQuery,
    title: '支出',
    amount: AMOUNT,
    booked: (projectId, query) => subjectSums(projectId, query.voucher_categories),
  }),
  largestChart({
    ...common,
    path: `${PATH}/payer`,
    summary: 'Sums of lines by payer',
    answer: payerChart,
    title: '付款方支出',
    columns: [{ title: '付款方', kind: 'text', width: 36 }, AMOUNT],
    sums: (projectId, query) => payerSums(projectId, query.voucher_categories),
    tie: sql`payer`,
    item: ({ payer }) => ({ payer }),
    cells: ({ payer, amount }) => [payer, amount],
  }),
  chart({
    ...common,
    path: `${PATH}/pay_category`,
    summary: 'Sums of lines by payment type',
    answer: payCategoryChart,
    title: '付款类型支出',
    columns: [{ title: '付款类型', kind: 'text', width: 24 }, AMOUNT],
    sums: (projectId, query) => payCategorySums(projectId, query.voucher_categories),
    tie: sql`id`,
    item: (row) => ({
      pay_category: payCategoryName(row),
      pay_category_id: row.id === null ? 'imprest' : String(row.id),
    }),
    cells: (row) => [payCategoryName(row), row.amount],
  }),
  chart({
    ...common,
    path: `${PATH}/voucher_category`,
    summary: 'Sums of lines by voucher type',
    answer: voucherCategoryChart,
    title: '凭证类型支出',
    columns: [{ title: '凭证类型', kind: 'text', width: 24 }, AMOUNT],
    sums: (projectId, query) => voucherCategorySums(projectId, query.voucher_categories),
    tie: sql`id`,
    item: (row) => ({
      voucher_category: voucherCategoryName(row),
      voucher_category_code: String(row.id ?? NO_VOUCHER_CATEGORY.code),
    }),
    cells: (row) => [voucherCategoryName(row), row.amount],
  }),
]

export const paymentStatisticsRoutes: Route[] = [
  read(
    `GET ${PATH}/total_amount`,
    {
      summary: 'The sum of all lines',
      access: inProject('cost_execution', 'read'),
      query: paymentDashboardQuery,
      answer: totalAmount,
    },
    async (db, { project }, { query }) => {
      const { rows } = await totalSum(project.id, query.voucher_categories).execute(db)
      return { total_amount: yuan(rows[0]?.amount ?? 0n) }
    },
  ),
  ...paymentCharts.flatMap(({ routes }) => routes),
]
