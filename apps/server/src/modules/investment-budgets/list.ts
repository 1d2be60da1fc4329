import type {
  InvestmentBudget,
  InvestmentBudgetList,
  InvestmentBudgetOrders,
  InvestmentBudgetQuery,
} from '@pianzhang/contract/investment-budgets'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { canOf, investmentBudgetAnswers, investmentBudgetColumns, readInvestmentBudget } from './load.ts'

/**
 * Newest first unless an order is given; equal amounts in the order of creation. All shares are of one total, so ordering by share is ordering
 * by amount.
 */
export function orderOf({ amount_order, percentage_order }: InvestmentBudgetOrders): RawBuilder<unknown> {
  const order = amount_order ?? percentage_order
  if (!order) return sql`b.id desc`
  return order === 'asc' ? sql`b.amount, b.id` : sql`b.amount desc, b.id`
}

export async function listInvestmentBudgets(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, InvestmentBudgetQuery, unknown>,
): Promise<InvestmentBudgetList> {
  const projectId = context.project.id
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: investmentBudgetColumns(projectId),
      from: sql`investment_budgets b where b.project_id = ${projectId}`,
      order: orderOf(query),
      sums: sql<{ matched: bigint }>`coalesce(sum(b.amount), 0) as matched`,
    },
    query,
  )
  return {
    items: await investmentBudgetAnswers(db, context, rows),
    listTotal: count,
    total_amount: yuan(sums.matched),
    can: canOf(context),
  }
}

export const showInvestmentBudget = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<InvestmentBudget> => readInvestmentBudget(db, context, params.code)
