import type {
  CostBudget,
  CostBudgetFilters,
  CostBudgetList,
  CostBudgetListQuery,
  CostBudgetOrders,
} from '@pianzhang/contract/cost-budgets'
import { fenOf, yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { onSubjects } from '../../base/subjects/booked-subjects.ts'
import { subjectsFound } from '../../base/subjects/search.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { ofImport } from '../../platform/sheet-import/of-import.ts'
import { groupedTotals, groupsOf, shownOf, type TwoSums } from './groups.ts'
import { costBudgetAnswers, costBudgetColumns, readCostBudget, rightsToLines } from './load.ts'

/**
 * The filters of the list as an SQL condition on budget line `b`, for list, count, sums and export. Unknown values match
 * nothing.
 */
export async function conditions(
  db: Db,
  projectId: bigint,
  query: CostBudgetFilters,
): Promise<RawBuilder<unknown>> {
  const where: Conditions = [sql`b.project_id = ${projectId}`]
  if (query.keywords)
    where.push(sql`(${contains(query.keywords, 'b.remark')}
      or b.subject_id = any(${await subjectsFound(db, projectId, query.keywords)}))`)
  if (query.subject_three_codes.length > 0)
    where.push(onSubjects(projectId, sql`b.subject_id`, query.subject_three_codes))
  if (query.amount) where.push(sql`b.amount = ${fenOf(query.amount)}`)
  if (query.codes.length > 0) where.push(sql`b.code = any(${query.codes}::text[])`)
  if (query.import_code) where.push(ofImport(projectId, sql`b.import_id`, query.import_code))
  return filtered(where)
}

/** SQL condition that budget line `b` is below none of these subjects of level one and two, given by number. */
const unfolded = (projectId: bigint, numbers: readonly string[]): RawBuilder<unknown> =>
  sql`not exists (select 1 from subjects s where s.project_id = ${projectId} and s.id = b.subject_id
    and (left(s.out_code, 4) = any(${numbers}) or left(s.out_code, 6) = any(${numbers})))`

/**
 * Newest first unless an order is given; the lines of one import have the same `created_at` and stay in the order of their file, as lines of
 * one subject or amount stay in the order of creation.
 */
export function orderOf(
  projectId: bigint,
  { subject_order, amount_order }: CostBudgetOrders,
): RawBuilder<unknown> {
  const direction = sql.raw(subject_order ?? amount_order ?? 'desc')
  if (subject_order)
    // `limit 1` looks each number up by the primary key: a join may read all subjects for each line.
    return sql`(select s.out_code from subjects s
      where s.project_id = ${projectId} and s.id = b.subject_id limit 1) ${direction}, b.id`
  return amount_order ? sql`b.amount ${direction}, b.id` : sql`b.created_at desc, b.id`
}

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
