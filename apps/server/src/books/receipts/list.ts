import { fenOf, yuan } from '@pianzhang/contract/money'
import type { Receipt, ReceiptFilters, ReceiptList, ReceiptListQuery } from '@pianzhang/contract/receipts'
import { type RawBuilder, sql } from 'kysely'
import { ofContract } from '../../base/contracts/find.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { listedIds } from '../../platform/lists/listed-values.ts'
import { ofImport } from '../../platform/sheet-import/of-import.ts'
import { canOf, readReceipt, receiptAnswers, receiptColumns } from './load.ts'

/**
 * The filters of the list as an SQL condition on receipt `e`, for list, count, sum and export. Unknown values match
 * nothing.
 */
export function conditions(projectId: bigint, query: ReceiptFilters): RawBuilder<unknown> {
  const where: Conditions = [sql`e.project_id = ${projectId}`]
  if (query.keywords)
    where.push(sql`(${contains(query.keywords, 'e.investor', 'e.description')} or e.contract_id in (
      select k.id from contracts k where k.project_id = ${projectId} and ${contains(query.keywords, 'k.out_code')}))`)
  if (query.start_investment_at) where.push(sql`e.investment_at >= ${query.start_investment_at}`)
  if (query.end_investment_at) where.push(sql`e.investment_at <= ${query.end_investment_at}`)
  const investors = query.investors.filter((investor) => investor !== '')
  if (investors.length > 0) where.push(sql`e.investor = any(${investors}::text[])`)
  if (query.categories.length > 0)
    where.push(sql`e.investment_category_id = any(${listedIds(query.categories)}::bigint[])`)
  if (query.contract_code) where.push(ofContract(projectId, sql`e.contract_id`, query.contract_code))
  if (query.amount) where.push(sql`e.amount = ${fenOf(query.amount)}`)
  if (query.codes.length > 0) where.push(sql`e.code = any(${query.codes}::text[])`)
  if (query.import_code) where.push(ofImport(projectId, sql`e.import_id`, query.import_code))
  return filtered(where)
}

/** Newest first unless `investment_at_order` says otherwise; ties by the order of creation. */
export const orderOf = ({ investment_at_order }: { investment_at_order?: 'asc' | 'desc' | undefined }) =>
  investment_at_order === 'asc' ? sql`e.investment_at, e.id` : sql`e.investment_at desc, e.id desc`

export async function listReceipts(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ReceiptListQuery, unknown>,
): Promise<ReceiptList> {
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: receiptColumns(context.project.id),
      from: sql`receipts e where ${conditions(context.project.id, query)}`,
      order: orderOf(query),
      sums: sql<{ total: bigint }>`coalesce(sum(e.amount), 0) as total`,
    },
    query,
  )
  return {
    items: await receiptAnswers(db, context, rows),
    listTotal: count,
    total_amount_yuan: yuan(sums.total),
    can: canOf(context),
  }
}

export const showReceipt = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Receipt> => readReceipt(db, context, params.code)
