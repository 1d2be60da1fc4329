import type { ContractFilters, ContractOrders } from '@pianzhang/contract/contracts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../../platform/like.ts'
import { listedCodes } from '../../platform/listed-values.ts'
import { type ContractRow, contractColumns, contractsWithPaid, paidOn } from './load.ts'

/**
 * The filters of the list as an SQL condition on contract `k`, for list, count and export. Unknown values match
 * nothing. `full`: the caller may write contracts; for others an ID or account number matches only as a whole, as by
 * its parts a masked number could be guessed digit by digit.
 */
export function conditions(projectId: bigint, query: ContractFilters, full: boolean): RawBuilder<unknown> {
  const where = [sql`k.project_id = ${projectId}`]
  const number = (column: RawBuilder<unknown>, typed: string) =>
    full ? sql`${column} ilike ${containing(typed)}` : sql`${column} = ${typed}`
  if (query.keywords) {
    const pattern = containing(query.keywords)
    where.push(sql`(k.out_code ilike ${pattern} or k.customer ilike ${pattern}
      or ${number(sql`k.id_number`, query.keywords)})`)
  }
  if (query.categories.length > 0)
    where.push(sql`k.category = any(${listedCodes(query.categories)}::smallint[])`)
  if (query.income_bankcard_username)
    where.push(sql`k.income_bankcard_username ilike ${containing(query.income_bankcard_username)}`)
  if (query.income_bankcard_account)
    where.push(number(sql`k.income_bankcard_account`, query.income_bankcard_account))
  if (query.income_bank_name) where.push(sql`k.income_bank_name ilike ${containing(query.income_bank_name)}`)
  if (query.import_code)
    where.push(
      sql`k.import_id = (select m.id from imports m where m.project_id = ${projectId} and m.code = ${query.import_code})`,
    )
  if (query.supplement_for)
    where.push(sql`k.code <> ${query.supplement_for} and not exists (
      select 1 from contract_supplements b where b.project_id = ${projectId} and b.contract_id = k.id)`)
  return sql.join(where, sql` and `)
}

/** What each order sorts by. */
const SORTED = {
  sign_at_order: () => sql`k.sign_at`,
  amount_order: () => sql`k.amount`,
  pay_amount_order: paidOn,
  unpay_amount_order: (projectId: bigint) => sql`k.amount - ${paidOn(projectId)}`,
} as const satisfies Record<keyof ContractOrders, (projectId: bigint) => RawBuilder<unknown>>
const ORDERS = Object.keys(SORTED) as (keyof ContractOrders)[]

/**
 * A SELECT of the matching contracts as `ContractRow`s: newest first unless an order is given, of several the first
 * counts; empty values last, ties by the order of creation. `limit`: the page's. The page is found first, so that sorting
 * thousands of contracts by what was paid moves no other column.
 */
export function sortedContracts(
  projectId: bigint,
  where: RawBuilder<unknown>,
  query: ContractOrders,
  limit = sql``,
): RawBuilder<ContractRow> {
  const name = ORDERS.find((order) => query[order] !== undefined)
  const sort = name ? SORTED[name](projectId) : sql`null::int4`
  const direction = sql.raw((name && query[name]) ?? 'desc')
  // By id alone an index has the order.
  const order = name ? sql`sort ${direction} nulls last, id ${direction}` : sql`id desc`
  return sql<ContractRow>`
    with page as materialized (
      select k.id, ${paidOn(projectId)} as paid, ${sort} as sort from ${contractsWithPaid(projectId)}
      where ${where} order by ${order} ${limit})
    select ${contractColumns(projectId)}, page.paid from page
    join contracts k on k.project_id = ${projectId} and k.id = page.id
    order by page.sort ${direction} nulls last, page.id ${direction}`
}
