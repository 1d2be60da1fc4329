import { type RawBuilder, sql } from 'kysely'
import { countAll, type Db } from '../database/database.ts'
import { pageClause } from './page-clause.ts'

/** The parts of a list's SELECT: columns, tables with the filters (`invoices i where …`), order. */
interface Listed<Row extends object, Sums extends object> {
  columns: RawBuilder<Row>
  from: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** Sums over all matching rows, such as `sum(i.amount) as total`. */
  sums?: RawBuilder<Sums>
  /** A SELECT of `count` and the sums where they are kept, instead of counting the rows. */
  kept?: RawBuilder<Sums & { count: number }>
}

/** One page of the matching rows, their number, and their sums. Two statements. */
export async function listPage<Row extends object, Sums extends object = object>(
  db: Db,
  { columns, from, order, sums, kept }: Listed<Row, Sums>,
  page: { page: number; per_page: number },
): Promise<{ rows: Row[]; count: number; sums: Sums }> {
  const { rows } =
    await sql<Row>`select ${columns} from ${from} order by ${order} ${pageClause(page)}`.execute(db)
  const also = sums ? sql`, ${sums}` : sql``
  const counted = kept ?? sql<Sums & { count: number }>`select ${countAll()} as count${also} from ${from}`
  const { rows: totals } = await counted.execute(db)
  // An aggregate without GROUP BY always returns one row.
  const all = totals[0] as Sums & { count: number }
  return { rows, count: all.count, sums: all }
}
