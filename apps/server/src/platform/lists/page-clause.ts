import { PAGE_SIZES } from '@pianzhang/contract/page'
import { type RawBuilder, sql } from 'kysely'

/**
 * `limit … offset …` of a list; `page` counts from 1. The contract's page sizes are literals and the first page has no offset: with
 * parameters a generic plan assumes a tenth of all rows and is never chosen. Other sizes are a parameter, to bound the number of statements.
 */
export function pageClause({ page, per_page }: { page: number; per_page: number }): RawBuilder<unknown> {
  const isUsual = PAGE_SIZES.some((size) => size === per_page)
  const limit = sql`limit ${isUsual ? sql.lit(per_page) : per_page}`
  return page === 1 ? limit : sql`${limit} offset ${(page - 1) * per_page}`
}
