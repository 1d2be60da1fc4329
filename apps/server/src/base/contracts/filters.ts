import type { ContractFilters, ContractOrders } from '@pianzhang/contract/contracts'
import { fenOf } from '@pianzhang/contract/money'
import { plainAccount, plainNumber } from '@pianzhang/contract/numbers'
import { type RawBuilder, sql } from 'kysely'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { listedCodes } from '../../platform/lists/listed-values.ts'
import { ofImport } from '../../platform/sheet-import/of-import.ts'
import { isUnallocated } from './commitments.ts'
import { contractsWithPaid } from './load.ts'

/**
 * The filters of the list as an SQL condition on contract `k`, for list, count and export. Unknown values match
 * nothing. Numbers are found with or without blanks. `full`: the caller may write contracts; for other people an ID or account number must match as a whole, as
 * they could guess a masked number digit by digit if parts matched.
 */
export function conditions(projectId: bigint, query: ContractFilters, full: boolean): RawBuilder<unknown> {
  const where: Conditions = [sql`k.project_id = ${projectId}`]
  // What is nothing but blanks is no part of a number.
  const number = (column: RawBuilder<unknown>, typed: string) =>
    typed === '' ? sql`false` : full ? contains(typed, column) : sql`${column} = ${typed}`
  if (query.keywords)
    where.push(sql`(${contains(query.keywords, 'k.out_code', 'k.customer')}
      or ${number(sql`k.id_number`, plainNumber(query.keywords))})`)
  if (query.categories.length > 0)
    where.push(sql`k.category = any(${listedCodes(query.categories)}::smallint[])`)
  if (query.income_bankcard_username)
    where.push(contains(query.income_bankcard_username, 'k.income_bankcard_username'))
  if (query.income_bankcard_account)
    where.push(number(sql`k.income_bankcard_account`, plainAccount(query.income_bankcard_account)))
  if (query.income_bank_name) where.push(contains(query.income_bank_name, 'k.income_bank_name'))
  if (query.customers.length > 0) where.push(sql`k.customer = any(${query.customers}::text[])`)
  if (query.amount) where.push(sql`k.amount = ${fenOf(query.amount)}`)
  if (query.codes.length > 0) where.push(sql`k.code = any(${query.codes}::text[])`)
  if (query.import_code) where.push(ofImport(projectId, sql`k.import_id`, query.import_code))
  if (query.supplement_for)
    where.push(sql`k.code <> ${query.supplement_for} and not exists (
      select 1 from contract_supplements b where b.project_id = ${projectId} and b.contract_id = k.id)`)
  if (query.unallocated === '1') where.push(isUnallocated(projectId))
  return filtered(where)
}

/** What each order sorts by: a column of `matching` below. */
const SORTED = {
  sign_at_order: sql`m.sign_at`,
  amount_order: sql`m.amount`,
  pay_amount_order: sql`m.paid`,
  unpay_amount_order: sql`m.amount - m.paid`,
} as const satisfies Record<keyof ContractOrders, RawBuilder<unknown>>
const ORDERS = Object.keys(SORTED) as (keyof ContractOrders)[]

/**
 * The parts of a SELECT of contracts. `ctes`: `matching` (every contract that matches, with its paid amount) and `page`
 * (the ids of one page). `from`: `page` with its contracts `k`. `order`: newest first, or by the first order that the
 * query has; empty values last, ties by the order of creation. `limit`: the page's. The CTEs have few columns, so that
 * sorting thousands of contracts is cheap.
 */
export function sortedContracts(
  projectId: bigint,
  where: RawBuilder<unknown>,
  query: ContractOrders,
  limit = sql``,
): { ctes: RawBuilder<unknown>; from: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const { from, paid, incoming } = contractsWithPaid(projectId)
  const name = ORDERS.find((order) => query[order] !== undefined)
  const sort = name ? SORTED[name] : sql`null::int4`
  const direction = sql.raw((name && query[name]) ?? 'desc')
  return {
    ctes: sql`
      matching as materialized (
        select k.id, k.amount, k.sign_at, ${incoming} as incoming, ${paid} as paid from ${from} where ${where}),
      page as materialized (
        select m.id, ${sort} as sort from matching m
        order by sort ${direction} nulls last, id ${direction} ${limit})`,
    // `limit 1` forces a look-up by the primary key for each row of the page; a join would read all contracts.
    from: sql`page cross join lateral (
      select c.* from contracts c where c.project_id = ${projectId} and c.id = page.id limit 1) k`,
    order: sql`page.sort ${direction} nulls last, page.id ${direction}`,
  }
}
