import {
  payCategoryChart,
  payerChart,
  paymentDashboardQuery,
  subjectChart,
  subjectDashboardQuery,
  voucherCategoryChart,
} from '@pianzhang/contract/cost-execution-dashboard'
import { totalAmount } from '@pianzhang/contract/dashboard'
import { fileAnswer } from '@pianzhang/contract/imports'
import { inProject } from '../../../platform/guard.ts'
import { type Route, read } from '../../../platform/route.ts'
import { exportChart } from './export.ts'
import {
  paymentsByPayCategory,
  paymentsByPayer,
  paymentsBySubject,
  paymentsByVoucherCategory,
  totalOfPayments,
} from './statistics.ts'

const BASE = 'GET /cost_executions/dashboard'
const mayRead = inProject('cost_execution', 'read')
const mayExport = inProject('cost_execution', 'export')
const query = paymentDashboardQuery

const bySubject = (name: 'subject_one' | 'subject_two' | 'subject_three', level: 1 | 2 | 3): Route[] => [
  read(
    `${BASE}/${name}`,
    {
      summary: `Sums of lines by level-${level} subject, below a subject of a higher level or all`,
      access: mayRead,
      query: subjectDashboardQuery,
      answer: subjectChart,
    },
    paymentsBySubject(level),
  ),
  read(
    `${BASE}/${name}_export`,
    {
      summary: `The same by level-${level} subject as a spreadsheet`,
      access: mayExport,
      query: subjectDashboardQuery,
      answer: fileAnswer,
    },
    exportChart(name),
  ),
]

const exported = (name: 'payer' | 'pay_category' | 'voucher_category'): Route =>
  read(
    `${BASE}/${name}_export`,
    {
      summary: `The sums of lines by ${name} as a spreadsheet`,
      access: mayExport,
      query,
      answer: fileAnswer,
    },
    exportChart(name),
  )

/** The statistics of payments (seed 000 §7, api.md §5). */
export const paymentStatisticsRoutes: Route[] = [
  read(
    `${BASE}/total_amount`,
    { summary: 'The sum of all lines', access: mayRead, query, answer: totalAmount },
    totalOfPayments,
  ),
  ...bySubject('subject_one', 1),
  ...bySubject('subject_two', 2),
  ...bySubject('subject_three', 3),
  read(
    `${BASE}/payer`,
    { summary: 'Sums of lines by payer', access: mayRead, query, answer: payerChart },
    paymentsByPayer,
  ),
  exported('payer'),
  read(
    `${BASE}/pay_category`,
    { summary: 'Sums of lines by payment type', access: mayRead, query, answer: payCategoryChart },
    paymentsByPayCategory,
  ),
  exported('pay_category'),
  read(
    `${BASE}/voucher_category`,
    { summary: 'Sums of lines by voucher type', access: mayRead, query, answer: voucherCategoryChart },
    paymentsByVoucherCategory,
  ),
  exported('voucher_category'),
]
