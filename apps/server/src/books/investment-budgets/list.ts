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
import { ofImport } from '../../platform/sheet-import/of-import.ts'
import {
  canOf,
  investmentBudgetAnswers,
  investmentBudgetColumns,
  investmentBudgetTotal,
  readInvestmentBudget,
} from './load.ts'

/**
 * Newest first unless an order is given; equal amounts in the order of creation. All shares are of one total, so ordering by share is ordering
 * by amount.
 */
export function orderOf({ amount_order, percentage_order }: InvestmentBudgetOrders): RawBuilder<unknown> {
  const order = amount_order ?? percentage_order
  if (!order) return sql`b.id desc`
  return order === 'asc' ? sql`b.amount, b.id` : sql`b.amount desc, b.id`
}

/** The filters of the list as an SQL condition on budget `b`. */
export function conditions(
  projectId: bigint,
  { import_code }: Pick<InvestmentBudgetQuery, 'import_code'>,
): RawBuilder<unknown> {
  const own = sql`b.project_id = ${projectId}`
  return import_code ? sql`${own} and ${ofImport(projectId, sql`b.import_id`, import_code)}` : own
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
      from: sql`investment_budgets b where ${conditions(projectId, query)}`,
      order: orderOf(query),
      // Of all budgets, also where the list has only those of one import.
      sums: sql<{ total: bigint }>`${investmentBudgetTotal(projectId)} as total`,
    },
    query,
  )
  return {
    items: await investmentBudgetAnswers(db, context, rows),
    listTotal: count,
    total_amount: yuan(sums.total),
    can: canOf(context),
  }
}

export const showInvestmentBudget = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<InvestmentBudget> => readInvestmentBudget(db, context, params.code)
