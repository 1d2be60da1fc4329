import { payerChart, voucherCategoryChart } from '@pianzhang/contract/dashboard'
import { imprestDashboardQuery, imprestSubjectQuery } from '@pianzhang/contract/imprests'
import { labelOf, NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { sql } from 'kysely'
import type { Route } from '../../platform/http/route.ts'
import { type Chart, chart, largestChart } from '../../platform/lists/charts.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import type { SummableColumn } from '../../platform/sheet/totals.ts'
import { subjectCharts } from '../subjects/drill-down.ts'

const PATH = '/imprests/dashboard'
const AMOUNT: SummableColumn = { title: '付款金额（元）', kind: 'money', summed: true, width: 20 }
const common = { model: 'imprest', query: imprestDashboardQuery } as const

const EVERY_VOUCHER = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code }) => code)

const voucherName = (code: number | null) =>
  code === null ? NO_VOUCHER_CATEGORY.label : labelOf(VOUCHER_CATEGORIES, String(code))

/** The charts of petty cash (api.md §5): sums of details, written off or not. */
export const imprestCharts: Chart[] = [
  ...subjectCharts({
    path: PATH,
    model: 'imprest',
    records: 'petty cash details',
    query: imprestSubjectQuery,
    title: '备用金支出',
    amount: AMOUNT,
    booked: (projectId, query) => sql`
      select s.key as subject_id, s.amount
      from ${keptSums(projectId, ['imprest_subject'], query.voucher_categories)}`,
  }),
  largestChart({
    ...common,
    path: `${PATH}/payer`,
    summary: 'Sums of petty cash details by payer',
    answer: payerChart,
    title: '付款方备用金支出',
    columns: [{ title: '付款方', kind: 'text', width: 36 }, AMOUNT],
    sums: (projectId, query) => sql<{ payer: string; amount: bigint }>`
      select s.payer, sum(s.amount) as amount
      from ${keptSums(projectId, ['imprest_payer'], query.voucher_categories)}
      group by s.payer having sum(s.amount) <> 0`,
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
    sums: (projectId, { voucher_categories: vouchers }) => sql<{ voucher: number | null; amount: bigint }>`
      select nullif(s.voucher_category, 0) as voucher, sum(s.amount) as amount
      from ${keptSums(projectId, ['imprests'], vouchers.length > 0 ? vouchers : EVERY_VOUCHER)}
      group by s.voucher_category having sum(s.amount) <> 0`,
    tie: sql`voucher`,
    item: ({ voucher }) => ({
      voucher_category: voucherName(voucher),
      voucher_category_code: String(voucher ?? NO_VOUCHER_CATEGORY.code),
    }),
    cells: ({ voucher, amount }) => [voucherName(voucher), amount],
  }),
]

export const imprestStatisticsRoutes: Route[] = imprestCharts.flatMap(({ routes }) => routes)
