import { costBudgetExportQuery } from '@pianzhang/contract/cost-budgets'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Ask, readRows } from '../../../platform/database/read-rows.ts'
import { minuteOf } from '../../../platform/files/export-file.ts'
import type { ExportSlot } from '../../../platform/files/export-slot.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { companyNames } from '../../../platform/lists/user-names.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { type BookedSubject, bookedSubjects } from '../../subjects/booked.ts'
import { conditions, ORDER } from '../filters.ts'
import { type BudgetRow, budgetColumns } from '../load.ts'
import { COLUMNS, type ExportedBudget } from './columns.ts'

/** Exports every budget line of the list, in its order. */
export const costBudgetExport = listExport({
  path: '/cost_budgets/export',
  model: 'cost_budget',
  summary: 'A spreadsheet of the budget lines that match',
  query: costBudgetExportQuery,
  async prepare({ services, project }, filters) {
    const { columns, cells } = exportColumns(COLUMNS)
    const select = sql<BudgetRow>`
      select ${budgetColumns} from cost_budgets b where ${conditions(project.id, filters)} order by ${ORDER}`
    return {
      name: '费用预算',
      columns,
      rows: (slot) => budgets(services.db, slot, project.id, select, cells),
    }
  },
})

async function* budgets(
  db: Db,
  slot: ExportSlot,
  projectId: bigint,
  select: RawBuilder<BudgetRow>,
  cells: (budget: ExportedBudget) => CellValue[],
): AsyncGenerator<CellValue[][]> {
  let creators: ReadonlyMap<bigint, string> = new Map()
  let subjects: ReadonlyMap<bigint, BookedSubject> = new Map()
  const lookUp = async (ask: Ask) => {
    creators = await companyNames(ask, projectId)
    subjects = new Map((await ask(bookedSubjects(projectId))).map((row) => [row.id, row]))
  }
  for await (const rows of readRows(slot, db, select, lookUp))
    yield rows.map((row) =>
      cells({
        ...row,
        subject: subjects.get(row.subject_id),
        creator: creators.get(row.creator_id) ?? '',
        created: minuteOf(row.created_at),
      }),
    )
}
