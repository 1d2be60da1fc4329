import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { ProjectTables } from '../database/schema/project.ts'
import { checkFound } from '../http/errors.ts'

/** A table of records, and SQL for the columns to read of it; `alias` is the table's name in them. */
interface Source<Row> {
  columns: RawBuilder<Row>
  table: keyof ProjectTables
  alias: string
}

/**
 * The rows of the records with these codes, in the order of creation. Throws 404 if one is missing. `lock`: until the commit nobody else
 * changes them; rows are locked in the order of their ids, so that two batches cannot deadlock.
 */
export async function rowsByCode<Row extends { code: string }>(
  db: Db | Tx,
  projectId: bigint,
  codes: readonly string[],
  { columns, table, alias }: Source<Row>,
  lock = false,
): Promise<Row[]> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)} ${sql.ref(alias)}
    where ${column('project_id')} = ${projectId} and ${column('code')} = any(${codes})
    order by ${column('id')} ${lock ? sql`for update of ${sql.ref(alias)}` : sql``}`.execute(db)
  checkFound(codes, rows)
  return rows
}
