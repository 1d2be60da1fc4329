import type { SelectQuery } from '@pianzhang/contract/selects'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { containing } from '../../platform/like.ts'
import { pageClause } from '../../platform/page-clause.ts'
import type { Input } from '../../platform/route.ts'

export interface Option {
  label: string
  value: string
}
export interface Options {
  items: Option[]
  listTotal: number
}
export type SelectInput = Input<unknown, SelectQuery, unknown>

/** A page of a list in memory: closed lists, and short lists of a project. */
export function pageOf(options: readonly Option[], query: SelectQuery): Options {
  const wanted = query.keywords?.toLowerCase() ?? ''
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted))
  const start = (query.page - 1) * query.per_page
  return { items: found.slice(start, start + query.per_page), listTotal: found.length }
}

/** A page of a relation with the columns label, value and place, ordered by place. */
export async function selectPage(
  db: Db,
  relation: RawBuilder<unknown>,
  query: SelectQuery,
): Promise<Options> {
  const matching = query.keywords ? sql`where o.label ilike ${containing(query.keywords)}` : sql``
  const { rows: items } = await sql<Option>`select o.label, o.value from (${relation}) o ${matching}
    order by o.place ${pageClause(query)}`.execute(db)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int4 as count from (${relation}) o ${matching}`.execute(db)
  return { items, listTotal: rows[0]?.count ?? 0 }
}
