import { PAGE_SIZES } from '@pianzhang/contract/page'
import { type RawBuilder, sql } from 'kysely'

/**
 * `limit … offset …` of a list; `page` counts from 1. The page sizes of the contract are literals and the first page has no offset: of parameters a
 * generic plan expects a tenth of all rows, and is never kept. Any other size is a parameter, or each would be a statement to prepare.
 */
export function pageClause({ page, per_page }: { page: number; per_page: number }): RawBuilder<unknown> {
  const isUsual = PAGE_SIZES.some((size) => size === per_page)
  const limit = sql`limit ${isUsual ? sql.lit(per_page) : per_page}`
  return page === 1 ? limit : sql`${limit} offset ${(page - 1) * per_page}`
}
