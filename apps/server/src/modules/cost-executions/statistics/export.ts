import { today } from '@pianzhang/contract/calendar'
import type { SubjectDashboardQuery } from '@pianzhang/contract/cost-execution-dashboard'
import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { acquireExportSlot, type ExportSlot } from '../../../platform/export-slot.ts'
import { linkedProject } from '../../../platform/linked-project.ts'
import { checkLink, signLink } from '../../../platform/links.ts'
import { readRows } from '../../../platform/read-rows.ts'
import type { Input, ProjectContext } from '../../../platform/route.ts'
import type { Services } from '../../../platform/services.ts'
import { sendSheet } from '../../../platform/sheet/send.ts'
import { type CellValue, type OutColumn, writeSheet } from '../../../platform/sheet/write.ts'
import { payCategorySums, payerSums, type SubjectFilter, subjectSums, voucherCategorySums } from './sql.ts'
import { payCategoryName, voucherCategoryName } from './statistics.ts'

export const CHART_EXPORT_PATH = '/api/manager/cost_executions/dashboard/export/file'
const LINK_MS = 10 * 60_000

interface Filters extends SubjectFilter {
  project: bigint
  vouchers: string[]
}

interface Chart {
  /** Of the sheet and the file. */
  name: string
  columns: OutColumn[]
  rows(read: Read, filters: Filters): AsyncIterable<CellValue[][]>
}

const AMOUNT: OutColumn = { title: '付款金额（元）', kind: 'money', width: 20 }
const text = (title: string, width: number): OutColumn => ({ title, kind: 'text', width })
const SUBJECTS = [text('一级科目', 20), text('二级科目', 24), text('三级科目', 28)]

/** From where rows are read. */
interface Read {
  db: Db
  slot: ExportSlot
}

/** The rows of a chart as they are read: there may be as many payers as payments. */
async function* rowsOf<T extends object>(
  { db, slot }: Read,
  select: RawBuilder<T>,
  cells: (row: T) => CellValue[],
): AsyncGenerator<CellValue[][]> {
  for await (const rows of readRows(slot, db, select)) yield rows.map(cells)
}

const subjectChart = (level: 1 | 2 | 3): Chart => ({
  name: `${['一', '二', '三'][level - 1]}级科目支出`,
  columns: [text('科目编号', 12), ...SUBJECTS.slice(0, level), AMOUNT],
  rows: (read, { project, vouchers, ...below }) =>
    rowsOf(read, subjectSums(project, level, vouchers, below), (row) => [
      row.out_code,
      ...[row.one_name, row.two_name].slice(0, level - 1),
      row.name,
      row.amount,
    ]),
})

const CHARTS = {
  subject_one: subjectChart(1),
  subject_two: subjectChart(2),
  subject_three: subjectChart(3),
  payer: {
    name: '付款方支出',
    columns: [text('付款方', 36), AMOUNT],
    rows: (read, { project, vouchers }) =>
      rowsOf(read, payerSums(project, vouchers), (row) => [row.payer, row.amount]),
  },
  pay_category: {
    name: '付款类型支出',
    columns: [text('付款类型', 24), AMOUNT],
    rows: (read, { project, vouchers }) =>
      rowsOf(read, payCategorySums(project, vouchers), (row) => [payCategoryName(row), row.amount]),
  },
  voucher_category: {
    name: '凭证类型支出',
    columns: [text('凭证类型', 24), AMOUNT],
    rows: (read, { project, vouchers }) =>
      rowsOf(read, voucherCategorySums(project, vouchers), (row) => [voucherCategoryName(row), row.amount]),
  },
} satisfies Record<string, Chart>
export type ChartName = keyof typeof CHARTS

/** Answers a signed link of 10 minutes; the chart is added up when it is opened. */
export const exportChart =
  (chart: ChartName) =>
  async (
    _db: Db,
    { services, project, userCode, baseUrl }: ProjectContext,
    { query }: Input<unknown, Partial<SubjectDashboardQuery>, unknown>,
  ) => {
    const signed = {
      project: project.code,
      by: userCode,
      chart,
      vouchers: meaningful(query.voucher_categories ?? []).join(','),
      ...(query.subject_one_code && { one: query.subject_one_code }),
      ...(query.subject_two_code && { two: query.subject_two_code }),
    }
    return { file_url: baseUrl + signLink(services, CHART_EXPORT_PATH, signed, LINK_MS) }
  }

const NOTHING = '-'

/** A link has no room for a thousand unknown values: one stands for them, and matches nothing as they do. */
function meaningful(vouchers: readonly string[]): string[] {
  const known = [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code }) => code)
  const chosen = known.filter((code) => vouchers.includes(code))
  return vouchers.length > 0 && chosen.length === 0 ? [NOTHING] : chosen
}

/** The link's other end: the signature is the permission. */
export async function sendChart(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { query } = checkLink(services, CHART_EXPORT_PATH, request.query)
  const project = await linkedProject(services.db, query.project)
  const chart: Chart = CHARTS[query.chart as ChartName]
  const vouchers = query.vouchers ? query.vouchers.split(',') : []
  const filters = { project: project.id, vouchers, one: query.one, two: query.two }
  const owner = { person: query.by ?? '', company: project.company }
  const read = { db: services.db, slot: await acquireExportSlot(services, owner, reply) }
  return await sendSheet(
    services,
    reply,
    `${project.name}-${chart.name}-${today(services.clock())}.xlsx`,
    writeSheet([{ name: chart.name, columns: chart.columns, rows: chart.rows(read, filters) }]),
  )
}
