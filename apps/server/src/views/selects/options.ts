import type { SelectQuery } from '@pianzhang/contract/selects'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input } from '../../platform/http/route.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'

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

/** A page of a relation with the columns label, value and sort_key, ordered by sort_key. */
export async function selectPage(
  db: Db,
  relation: RawBuilder<unknown>,
  query: SelectQuery,
): Promise<Options> {
  const matching = query.keywords ? sql`where ${contains(query.keywords, 'o.label')}` : sql``
  const { rows, count } = await listPage(
    db,
    {
      columns: sql<Option>`o.label, o.value`,
      from: sql`(${relation}) o ${matching}`,
      order: sql`o.sort_key`,
    },
    query,
  )
  return { items: rows, listTotal: count }
}
