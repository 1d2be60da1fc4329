import type { CostBudget, CostBudgetList, CostBudgetListQuery } from '@pianzhang/contract/cost-budgets'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { conditions, ORDER } from './filters.ts'
import { canOf, costBudgetAnswers, costBudgetColumns, readCostBudget } from './load.ts'

export async function listCostBudgets(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, CostBudgetListQuery, unknown>,
): Promise<CostBudgetList> {
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: costBudgetColumns,
      from: sql`cost_budgets b where ${conditions(context.project.id, query)}`,
      order: ORDER,
      sums: sql<{ total: bigint }>`coalesce(sum(b.amount), 0) as total`,
    },
    query,
  )
  return {
    items: await costBudgetAnswers(db, context, rows),
    listTotal: count,
    total_amount_yuan: yuan(sums.total),
    can: canOf(context),
  }
}

export const showCostBudget = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<CostBudget> => readCostBudget(db, context, params.code)
