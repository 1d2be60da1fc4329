import { overviewApi } from '@pianzhang/contract/api/views'
import type { Compared } from '@pianzhang/contract/compared'
import { MAX_CHART_ITEMS, noQuery } from '@pianzhang/contract/dashboard'
import { yuan } from '@pianzhang/contract/money'
import { investmentCompare, NO_BUDGET } from '@pianzhang/contract/overview'
import { sql } from 'kysely'
import { investmentBudgetsByInvestor } from '../../books/investment-budgets/load.ts'
import { receiptsByInvestor } from '../../books/receipts/load.ts'
import { chartRoutes } from '../../platform/lists/charts.ts'
import { comparedAnswer, comparedCells, comparedColumns } from './compare.ts'

type Row = { investor: string } & Compared

const compared = (projectId: bigint) => sql<Row>`
  select coalesce(b.investor, e.investor) as investor, coalesce(b.amount, 0) as budget, coalesce(e.amount, 0) as executed
  from (${investmentBudgetsByInvestor(projectId)}) b
  full join (${receiptsByInvestor(projectId)}) e on e.investor = b.investor`
const ORDER = sql`order by executed desc, budget desc, investor`

/** Investment budgets against receipts, by investor. */
export const investmentCompares = chartRoutes(
  {
    endpoint: overviewApi.investment_compare,
    model: 'overview',
    summary: 'Investment budgets and receipts by investor',
    query: noQuery,
    answer: investmentCompare,
    title: '投资对比',
    columns: [{ title: '投资方', kind: 'text', width: 36 }, ...comparedColumns('执行', '预算')],
    cells: (row: Row) => [row.investor, ...comparedCells(row, NO_BUDGET)],
  },
  (projectId) => sql<Row>`${compared(projectId)} ${ORDER}`,
  async (db, { project }) => {
    // Window functions give each row the count and sums of all rows, in the same snapshot.
    const { rows } = await sql<Row & { quantity: number; budgets: bigint; received: bigint }>`
      select c.*, count(*) over ()::int4 as quantity, sum(c.budget) over () as budgets, sum(c.executed) over () as received
      from (${compared(project.id)}) c ${ORDER} limit ${sql.lit(MAX_CHART_ITEMS)}`.execute(db)
    const [all = { quantity: 0, budgets: 0n, received: 0n }] = rows
    const rest = rows.reduce(
      (left, row) => ({ budget: left.budget - row.budget, executed: left.executed - row.executed }),
      { budget: all.budgets, executed: all.received },
    )
    return {
      items: rows.map((row) => ({ name: row.investor, code: row.investor, ...comparedAnswer(row) })),
      others: {
        quantity: all.quantity - rows.length,
        budget: yuan(rest.budget),
        executed: yuan(rest.executed),
      },
    }
  },
)
