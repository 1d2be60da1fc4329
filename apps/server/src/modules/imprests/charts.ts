import { payerChart, voucherCategoryChart } from '@pianzhang/contract/dashboard'
import { imprestDashboardQuery, imprestSubjectQuery } from '@pianzhang/contract/imprests'
import { labelOf, NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { type Chart, chart, largestChart } from '../../platform/charts.ts'
import type { Route } from '../../platform/route.ts'
import type { OutColumn } from '../../platform/sheet/write.ts'
import { subjectCharts } from '../subjects/drill-down.ts'
import { withVoucher } from './filters.ts'

const PATH = '/imprests/dashboard'
const AMOUNT: OutColumn = { title: '付款金额（元）', kind: 'money', width: 20 }
const common = { model: 'imprest', query: imprestDashboardQuery } as const

/** All details of these voucher types (`0`: none), or of all, written off or not. */
const details = (projectId: bigint, vouchers: readonly string[]): RawBuilder<unknown> =>
  sql`imprests e where e.project_id = ${projectId} and ${vouchers.length > 0 ? withVoucher(vouchers) : sql`true`}`

const voucherName = (code: number | null) =>
  code === null ? NO_VOUCHER_CATEGORY.label : labelOf(VOUCHER_CATEGORIES, String(code))

/** The charts of petty cash (api.md §5): sums of details. */
export const imprestCharts: Chart[] = [
  ...subjectCharts({
    path: PATH,
    model: 'imprest',
    records: 'petty cash details',
    query: imprestSubjectQuery,
    title: '备用金支出',
    amount: AMOUNT,
    booked: (projectId, query) => sql`
      select e.subject_id, sum(e.pay_amount) as amount from ${details(projectId, query.voucher_categories)}
      group by e.subject_id`,
  }),
  largestChart({
    ...common,
    path: `${PATH}/payer`,
    summary: 'Sums of petty cash details by payer',
    answer: payerChart,
    title: '付款方备用金支出',
    columns: [{ title: '付款方', kind: 'text', width: 36 }, AMOUNT],
    sums: (projectId, query) => sql<{ payer: string; amount: bigint }>`
      select e.payer, sum(e.pay_amount) as amount from ${details(projectId, query.voucher_categories)}
      group by e.payer having sum(e.pay_amount) <> 0`,
    tie: sql`payer`,
    item: ({ payer }) => ({ payer }),
    cells: ({ payer, amount }) => [payer, amount],
  }),
  chart({
    ...common,
    path: `${PATH}/voucher_category`,
    summary: 'Sums of petty cash details by voucher type',
    answer: voucherCategoryChart,
    title: '凭证类型备用金支出',
    columns: [{ title: '凭证类型', kind: 'text', width: 24 }, AMOUNT],
    sums: (projectId, query) => sql<{ voucher: number | null; amount: bigint }>`
      select e.voucher_category as voucher, sum(e.pay_amount) as amount
      from ${details(projectId, query.voucher_categories)}
      group by e.voucher_category having sum(e.pay_amount) <> 0`,
    tie: sql`voucher`,
    item: ({ voucher }) => ({
      voucher_category: voucherName(voucher),
      voucher_category_code: String(voucher ?? NO_VOUCHER_CATEGORY.code),
    }),
    cells: ({ voucher, amount }) => [voucherName(voucher), amount],
  }),
]

export const imprestStatisticsRoutes: Route[] = imprestCharts.flatMap(({ routes }) => routes)
