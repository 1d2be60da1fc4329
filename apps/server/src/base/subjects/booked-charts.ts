import {
  payerChart,
  subjectVoucherQuery,
  VOUCHER_VALUES,
  voucherCategoryChart,
  voucherQuery,
} from '@pianzhang/contract/dashboard'
import { labelOf, NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import type { Model } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Chart, type ChartEndpoint, chart, largestChart } from '../../platform/lists/charts.ts'
import { type Dimension, keptSums } from '../../platform/lists/kept-sums.ts'
import type { SummableColumn } from '../../platform/sheet/totals.ts'
import { type SubjectApi, subjectCharts } from './drill-down.ts'

/** A ledger of expenses: each row has a subject, a payer and a voucher type. */
interface Expenses {
  /** The endpoints of its charts. */
  api: SubjectApi<z.output<typeof subjectVoucherQuery>> & {
    payer: ChartEndpoint<z.output<typeof voucherQuery>, z.input<typeof payerChart>>
    voucher_category: ChartEndpoint<z.output<typeof voucherQuery>, z.input<typeof voucherCategoryChart>>
  }
  model: Model
  /** The English noun of the records that the sums add up: `lines`. */
  records: string
  /** The end of the spreadsheets' titles: 支出 in 付款方支出. */
  title: string
  /** The dimensions of its kept sums; `all`: a dimension that contains the amount of each record exactly once. */
  kept: { subject: Dimension; payer: Dimension; all: Dimension }
}

/** The column of the paid amount in the spreadsheets of the charts. */
export const PAID: SummableColumn = { title: '付款金额（元）', kind: 'money', summed: true, width: 20 }

const voucherName = (code: number | null) =>
  code === null ? NO_VOUCHER_CATEGORY.label : labelOf(VOUCHER_CATEGORIES, String(code))

/** The charts of a ledger of expenses: by subject, by payer and by voucher type. */
export const expenseCharts = ({ api, model, records, title, kept }: Expenses): Chart[] => [
  ...subjectCharts({
    api,
    model,
    records,
    query: subjectVoucherQuery,
    title,
    amount: PAID,
    booked: (projectId, { voucher_categories: vouchers }) => sql`
      select s.key as subject_id, s.amount from ${keptSums(projectId, [kept.subject], vouchers)}`,
  }),
  largestChart({
    endpoint: api.payer,
    model,
    summary: `Sums of ${records} by payer`,
    query: voucherQuery,
    answer: payerChart,
    title: `付款方${title}`,
    columns: [{ title: '付款方', kind: 'text', width: 36 }, PAID],
    sums: (projectId, { voucher_categories: vouchers }) => sql<{ payer: string; amount: bigint }>`
      select s.payer, sum(s.amount) as amount from ${keptSums(projectId, [kept.payer], vouchers)}
      group by s.payer having sum(s.amount) <> 0`,
    tie: sql`payer`,
    item: ({ payer }) => ({ payer }),
    cells: ({ payer, amount }) => [payer, amount],
  }),
  chart({
    endpoint: api.voucher_category,
    model,
    summary: `Sums of ${records} by voucher type`,
    query: voucherQuery,
    answer: voucherCategoryChart,
    title: `凭证类型${title}`,
    columns: [{ title: '凭证类型', kind: 'text', width: 24 }, PAID],
    sums: (projectId, { voucher_categories: vouchers }) => sql<{ voucher: number | null; amount: bigint }>`
      select nullif(s.voucher_category, 0) as voucher, sum(s.amount) as amount
      from ${keptSums(projectId, [kept.all], vouchers.length > 0 ? vouchers : VOUCHER_VALUES)}
      group by s.voucher_category having sum(s.amount) <> 0`,
    tie: sql`voucher`,
    item: ({ voucher }) => ({
      voucher_category: voucherName(voucher),
      voucher_category_code: String(voucher ?? NO_VOUCHER_CATEGORY.code),
    }),
    cells: ({ voucher, amount }) => [voucherName(voucher), amount],
  }),
]
