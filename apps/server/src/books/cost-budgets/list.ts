import type { CostBudget, CostBudgetList, CostBudgetListQuery } from '@pianzhang/contract/cost-budgets'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { conditions, orderOf, unfolded } from './filters.ts'
import { groupedTotals, groupsOf, shownOf, type TwoSums } from './groups.ts'
import { costBudgetAnswers, costBudgetColumns, readCostBudget, rightsToLines } from './load.ts'

export async function listCostBudgets(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, CostBudgetListQuery, unknown>,
): Promise<CostBudgetList> {
  const projectId = context.project.id
  const where = await conditions(db, projectId, query)
  const grouped = query.subject_order !== undefined
  const folded = grouped ? query.folded : []
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: costBudgetColumns,
      from: sql`cost_budgets b where ${where}
        ${folded.length > 0 ? sql`and ${unfolded(projectId, folded)}` : sql``}`,
      order: orderOf(projectId, query),
      sums: sql<{ total: bigint; groups?: TwoSums[] }>`coalesce(sum(b.amount), 0) as total`,
      ...(grouped && { kept: groupedTotals(projectId, where) }),
    },
    query,
  )
  const groups = groupsOf(sums.groups ?? [], query.subject_order)
  return {
    items: await costBudgetAnswers(db, context, rows),
    listTotal: count,
    total_amount_yuan: yuan(sums.total),
    shownTotal: grouped ? shownOf(groups, folded) : count,
    groups,
    can: await rightsToLines(db, context),
  }
}

export const showCostBudget = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<CostBudget> => readCostBudget(db, context, params.code)
