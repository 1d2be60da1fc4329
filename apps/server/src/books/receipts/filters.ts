import { fenOf } from '@pianzhang/contract/money'
import type { ReceiptFilters } from '@pianzhang/contract/receipts'
import { type RawBuilder, sql } from 'kysely'
import { ofContract } from '../../base/contracts/find.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { listedIds } from '../../platform/lists/listed-values.ts'
import { ofImport } from '../../platform/sheet-import/of-import.ts'

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
