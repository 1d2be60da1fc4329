import { issuedReportApi } from '@pianzhang/contract/api/features'
import { issuedReportExportQuery } from '@pianzhang/contract/cost-report'
import { sql } from 'kysely'
import { readRows } from '../../platform/database/read-rows.ts'
import { minuteOf } from '../../platform/files/export-file.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import { companyNames } from '../../platform/lists/user-names.ts'
import { type IssuedRow, issued, issuedColumns, issuedConditions, SYSTEM } from './issue.ts'

const text = (title: string, width: number) => ({ title, kind: 'text' as const, width })
// Not summed: but for 本期发生 each report has all of the one before.
const money = (title: string) => ({ title: `${title}（元）`, kind: 'money' as const, width: 18 })

/** The list of issued reports as a spreadsheet, oldest first, so that 预计总成本 can be followed from report to report. */
export const issuedListExport = listExport({
  endpoint: issuedReportApi.export,
  model: 'cost_report',
  summary: 'The list of issued reports as a spreadsheet',
  query: issuedReportExportQuery,
  async prepare({ project, services }, filters) {
    const select = sql<IssuedRow>`select ${issuedColumns(project.id)} from ${issued(project.id)}
      where ${issuedConditions(project.id, filters)} order by r.no`
    return {
      name: '历次报告',
      columns: [
        text('期号', 10),
        text('截至日', 12),
        money('现行预算'),
        money('本期发生'),
        money('累计发生'),
        money('合同未付'),
        money('预计尚需'),
        money('预计总成本'),
        money('差异'),
        text('出具人', 12),
        text('出具时间', 18),
      ],
      async *rows(slot) {
        let names: ReadonlyMap<bigint, string> = new Map()
        const lookUp = async (ask: Parameters<typeof companyNames>[0]) => {
          names = await companyNames(ask, project.id)
        }
        for await (const rows of readRows<IssuedRow>(slot, services.db, select, lookUp))
          yield rows.map(({ no, as_of, budget, period, spent, committed, etc, issuer_id, issued_at }) => {
            const efc = spent + committed + etc
            return [
              `第${no}期`,
              as_of,
              budget,
              period,
              spent,
              committed,
              etc,
              efc,
              efc - budget,
              issuer_id === null ? SYSTEM : (names.get(issuer_id) ?? ''),
              minuteOf(issued_at),
            ]
          })
      },
    }
  },
})
