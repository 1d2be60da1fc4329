import { type RawBuilder, sql } from 'kysely'
import { countAll, type Db } from '../database/database.ts'
import { pageClause } from './page-clause.ts'

/** The parts of a list's SELECT: columns, tables with the filters (`invoices i where …`), order. */
interface Listed<Row extends object, Sums extends object> {
  columns: RawBuilder<Row>
  from: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** Sums over all matching rows, such as `sum(i.amount) as total`; no column of the rows may have such a name or `count`, which the page's own would overwrite. */
  sums?: RawBuilder<Sums>
  /** A SELECT that reads `count` and the sums from kept totals, instead of counting the rows. */
  kept?: RawBuilder<Sums & { count: number }>
}

/** One page of the matching rows, the number of all, and their sums: in one statement, so that all are of one snapshot. */
export async function listPage<Row extends object, Sums extends object = object>(
  db: Db,
  { columns, from, order, sums, kept }: Listed<Row, Sums>,
  page: { page: number; per_page: number },
): Promise<{ rows: Row[]; count: number; sums: Sums }> {
  const also = sums ? sql`, ${sums}` : sql``
  const counted = kept ?? sql<Sums & { count: number }>`select ${countAll()} as count${also} from ${from}`
  // The window numbers the rows as they come from the limited subquery, without sorting again.
  const { rows } = await sql<Row & Sums & { count: number; row_in_page: bigint | null }>`
    with page as materialized (
      select listed.*, row_number() over () as row_in_page
      from (select ${columns} from ${from} order by ${order} ${pageClause(page)}) listed)
    select page.*, totals.* from (${counted}) totals left join page on true order by page.row_in_page`.execute(
    db,
  )
  // The totals are always one row, as an aggregate without GROUP BY is. With an empty page the join returns this row alone.
  const all = rows[0] as Sums & { count: number }
  return { rows: rows.filter(({ row_in_page }) => row_in_page !== null), count: all.count, sums: all }
}
