import { costReportApi, issuedReportApi } from '@pianzhang/contract/api/features'
import { today } from '@pianzhang/contract/calendar'
import { costReportExportQuery } from '@pianzhang/contract/cost-report'
import { noQuery } from '@pianzhang/contract/dashboard'
import { fileAnswer } from '@pianzhang/contract/imports'
import { code } from '@pianzhang/contract/page'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../platform/database/read-rows.ts'
import { type ExportContent, exportFile, exportLink } from '../../platform/files/export-file.ts'
import { inProject } from '../../platform/http/guard.ts'
import { MANAGER, read } from '../../platform/http/route.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import { type SummableColumn, subjectOutline, subtotalMark } from '../../platform/sheet/totals.ts'
import { frozenRows, loadIssued } from './issue.ts'
import { reportLines, scopeOf } from './lines.ts'
import { dayOf, type ReportRow, treeRows } from './report.ts'
import { type DayRow, dailyRows } from './shooting.ts'

const money = (title: string): SummableColumn => ({
  title: `${title}（元）`,
  kind: 'money',
  summed: true,
  width: 18,
})
const COLUMNS: SummableColumn[] = [
  { title: '科目编号', kind: 'text', width: 12 },
  { title: '一级科目', kind: 'text', width: 18 },
  { title: '二级科目', kind: 'text', width: 18 },
  { title: '三级科目', kind: 'text', width: 22 },
  money('原始预算'),
  money('现行预算'),
  money('本期发生'),
  money('累计发生'),
  money('合同未付'),
  money('预计尚需'),
  money('预计总成本'),
  money('差异'),
  { title: '说明', kind: 'text', width: 40 },
]
const UNALLOCATED = '未分摊合同'

/** The report as a spreadsheet: level-three subjects below the heads of level one and two, by which the rows fold. */
const contentOf = (
  name: string,
  services: Parameters<typeof readRows>[1],
  select: RawBuilder<ReportRow>,
): ExportContent => ({
  name,
  columns: COLUMNS,
  ...subjectOutline,
  async *rows(slot) {
    const names = new Map<string, string>()
    for await (const rows of readRows(slot, services, select)) {
      // Parents come before their children, in the order of numbers.
      for (const { out_code, name: own } of rows) names.set(out_code, own)
      yield rows.map((row) => cellsOf(row, names))
    }
  },
})

function cellsOf(row: ReportRow, names: ReadonlyMap<string, string>): CellValue[] {
  const efc = row.spent + row.committed + row.etc
  const figures = [
    row.original,
    row.budget,
    row.period,
    row.spent,
    row.committed,
    row.etc,
    efc,
    efc - row.budget,
  ]
  if (row.kind === 'unallocated') return ['', UNALLOCATED, null, null, ...figures, null]
  if (row.level < 2) return [subtotalMark(row.out_code, row.name), null, null, null, ...figures, null]
  return [
    row.out_code,
    names.get(row.out_code.slice(0, 4)) ?? null,
    names.get(row.out_code.slice(0, 6)) ?? null,
    row.name,
    ...figures,
    row.remark,
  ]
}

/** The whole report as a spreadsheet. */
export const reportExport = listExport({
  endpoint: costReportApi.export,
  model: 'cost_report',
  summary: 'The cost report as a spreadsheet',
  query: costReportExportQuery,
  check: ({ services }, { as_of }) => dayOf(as_of, services.clock()),
  async prepare({ project, services }, { as_of }) {
    const scope = await scopeOf(services.db, {
      projectId: project.id,
      asOf: dayOf(as_of, services.clock()),
      later: true,
    })
    const select = sql<ReportRow>`
      with ${reportLines(scope)}
      select r.* from (
        ${treeRows(project.id, 'whole')}
        union all
        select 'unallocated', 0, '', '', '', null, l.id, l.original, l.budget, l.period, l.spent, l.committed, l.etc, l.mode, l.typed, l.remark,
          l.version, l.moved, 0 from line l where l.id = 0) r
      order by r.out_code = '', r.out_code`
    return contentOf(`成本报表 截至${scope.asOf}`, services.db, select)
  },
})

/** Not `cost_reports/export/file`, which is that of the list. */
const ISSUED = `${MANAGER}/cost_reports/issued/export/file`
const mayExport = inProject('cost_report', 'export')

/** An issued report as a spreadsheet. */
export const issuedExport = {
  route: read(
    issuedReportApi.exportOne,
    {
      summary: 'An issued report as a spreadsheet',
      access: mayExport,
      params: z.object({ code }),
      answer: fileAnswer,
    },
    async (db, context, { params }) => {
      const { code: found } = await loadIssued(db, context.project.id, params.code)
      return { file_url: exportLink(context, ISSUED, { query: {}, body: null }, { report: found }) }
    },
  ),
  file: exportFile(ISSUED, 'An issued report, by its signed address', mayExport, async (link) => {
    const { project, services, query } = link
    const report = await loadIssued(services.db, project.id, query.report ?? '')
    const select = sql<ReportRow>`select f.* from (${frozenRows(project.id, report.id)}) f
      where f.kind <> 'total' order by f.out_code = '', f.out_code`
    return contentOf(`成本报表第${report.no}期 截至${report.as_of}`, services.db, select)
  }),
}

/** 每日支出 as a spreadsheet. */
export const dailyExport = listExport({
  endpoint: costReportApi.exportDaily,
  model: 'cost_report',
  summary: 'The cost of each day as a spreadsheet',
  query: noQuery,
  async prepare({ project, services }) {
    const select = dailyRows(project.id, today(services.clock()))
    return {
      name: '每日支出',
      columns: [
        { title: '日期', kind: 'text', width: 14 },
        { title: '拍摄日', kind: 'text', width: 12 },
        money('当日发生'),
        { title: '累计发生（元）', kind: 'money', width: 18 },
        { title: '说明', kind: 'text', width: 40 },
      ],
      async *rows(slot) {
        for await (const rows of readRows<DayRow>(slot, services.db, select))
          yield rows.map(({ day, day_no, remark, spent, cumulative }) => [
            day,
            day_no === null ? '未拍摄' : `第${day_no}天`,
            spent,
            cumulative,
            remark,
          ])
      },
    }
  },
})
