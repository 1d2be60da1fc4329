import { costBudgetApi } from '@pianzhang/contract/api/books'
import { type CostBudgetGroup, costBudgetExportQuery } from '@pianzhang/contract/cost-budgets'
import { fenOf } from '@pianzhang/contract/money'
import type { CellValue } from '@pianzhang/xlsx'
import { sql } from 'kysely'
import { allSubjects } from '../../../base/subjects/booked-subjects.ts'
import type { Ask } from '../../../platform/database/read-rows.ts'
import type { ExportContent } from '../../../platform/files/export-file.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { recordRows } from '../../../platform/lists/record-rows.ts'
import { type SummableColumn, subjectOutline, subtotalMark } from '../../../platform/sheet/totals.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { groupsOf, twoSums } from '../groups.ts'
import { conditions, orderOf } from '../list.ts'
import { type CostBudgetRow, costBudgetColumns } from '../load.ts'
import { COLUMNS } from './columns.ts'

/** Exports every budget line of the list, in the list's order; in the order by subject with subtotals, by which the rows fold. */
export const costBudgetExport = listExport({
  endpoint: costBudgetApi.export,
  model: 'cost_budget',
  summary: 'A spreadsheet of the budget lines that match',
  query: costBudgetExportQuery,
  async prepare(link, filters) {
    const { project, services } = link
    const { subject_order } = filters
    const { columns, cells } = exportColumns(COLUMNS)
    const where = await conditions(services.db, project.id, filters)
    const select = sql<CostBudgetRow>`
      select ${costBudgetColumns} from cost_budgets b where ${where} order by ${orderOf(project.id, filters)}`
    const groups: CostBudgetGroup[] = []
    const lines = recordRows(
      link,
      select,
      (row, subjects) => cells({ ...row, subject: subjects.get(row.subject_id) }),
      async (ask: Ask) => {
        if (subject_order) groups.push(...groupsOf(await ask(twoSums(project.id, where)), subject_order))
        return await allSubjects(project.id)(ask)
      },
    )
    const content = { name: '费用预算', columns, rows: lines }
    return subject_order ? { ...content, ...withSubtotals(content, groups) } : content
  },
})

/** Rows with a head before the first line of each group, and how they fold. `groups`: known when the first row is read. */
function withSubtotals(
  { columns, rows }: Pick<ExportContent, 'columns' | 'rows'>,
  groups: readonly CostBudgetGroup[],
): Pick<ExportContent, 'rows' | 'groupOf' | 'outline'> {
  return {
    async *rows(slot) {
      let next = 0
      for await (const batch of rows(slot))
        yield batch.flatMap((line) => {
          const heads: CellValue[][] = []
          for (
            let group = groups[next];
            group && String(line[0]).startsWith(group.out_code);
            group = groups[next]
          ) {
            heads.push(headOf(columns, group))
            next += 1
          }
          return [...heads, line]
        })
    },
    ...subjectOutline,
  }
}

const headOf = (
  columns: readonly SummableColumn[],
  { out_code, name, amount_yuan }: CostBudgetGroup,
): CellValue[] =>
  columns.map(({ summed }, index) =>
    index === 0 ? subtotalMark(out_code, name) : summed ? fenOf(amount_yuan) : null,
  )
