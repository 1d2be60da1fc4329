import { costBudgetExportQuery } from '@pianzhang/contract/cost-budgets'
import { sql } from 'kysely'
import { listExport } from '../../../platform/lists/list-export.ts'
import { recordRows } from '../../../platform/lists/record-rows.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { allSubjects } from '../../subjects/booked.ts'
import { conditions, ORDER } from '../filters.ts'
import { type CostBudgetRow, costBudgetColumns } from '../load.ts'
import { COLUMNS } from './columns.ts'

/** Exports every budget line of the list, in the list's order. */
export const costBudgetExport = listExport({
  path: '/cost_budgets/export',
  model: 'cost_budget',
  summary: 'A spreadsheet of the budget lines that match',
  query: costBudgetExportQuery,
  async prepare(link, filters) {
    const { project } = link
    const { columns, cells } = exportColumns(COLUMNS)
    const select = sql<CostBudgetRow>`
      select ${costBudgetColumns} from cost_budgets b where ${conditions(project.id, filters)} order by ${ORDER}`
    return {
      name: '费用预算',
      columns,
      rows: recordRows(
        link,
        select,
        (row, subjects) => cells({ ...row, subject: subjects.get(row.subject_id) }),
        allSubjects(project.id),
      ),
    }
  },
})
