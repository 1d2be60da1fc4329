import { overviewApi } from '@pianzhang/contract/api/views'
import type { Compared } from '@pianzhang/contract/compared'
import { contractCompare, contractCompareQuery, NO_TOTAL, OUT_CATEGORIES } from '@pianzhang/contract/overview'
import { sql } from 'kysely'
import { paidOn } from '../../base/contracts/load.ts'
import { chartRoutes } from '../../platform/lists/charts.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { listedCodes } from '../../platform/lists/listed-values.ts'
import { comparedAnswer, comparedCells, comparedColumns } from './compare.ts'

type Row = { code: string; out_code: string; customer: string } & Compared

/** Contracts of these categories with an amount or payments, the largest first; payments are looked up only where the amount is 0. */
const matching = (projectId: bigint, categories: readonly string[]) => ({
  columns: sql<Row>`k.code, k.out_code, k.customer, k.amount as budget, ${paidOn(projectId)} as executed`,
  from: sql`contracts k
    where k.project_id = ${projectId}
      and k.category = any(${listedCodes(categories.length > 0 ? categories : OUT_CATEGORIES)}::smallint[])
      and (k.amount <> 0 or ${paidOn(projectId)} <> 0)`,
  order: sql`k.amount desc, k.id`,
})

/** The amounts of contracts against what was paid on them. */
export const contractCompares = chartRoutes(
  {
    endpoint: overviewApi.contract_compare_paid,
    model: 'overview',
    summary: 'A page of contracts with what was paid on them',
    query: contractCompareQuery,
    answer: contractCompare,
    title: '合同付款对比',
    columns: [
      { title: '合同编号', kind: 'text', width: 24 },
      { title: '合同主体', kind: 'text', width: 36, reads: 'contract' },
      // Not summed: a filter may match contracts with money to pay and others with money to receive.
      ...comparedColumns('已付', '合同总额').map((column) => ({ ...column, summed: false })),
    ],
    cells: (row: Row) => [row.out_code, row.customer, ...comparedCells(row, NO_TOTAL)],
  },
  (projectId, { categories }) => {
    const { columns, from, order } = matching(projectId, categories)
    return sql<Row>`select ${columns} from ${from} order by ${order}`
  },
  async (db, { project, can }, { categories, ...page }) => {
    const named = can('contract', 'read')
    const { rows, count } = await listPage(db, matching(project.id, categories), page)
    return {
      items: rows.map((row) => ({
        name: row.out_code,
        code: row.code,
        ...(named && { customer: row.customer }),
        ...comparedAnswer(row),
      })),
      listTotal: count,
    }
  },
)
