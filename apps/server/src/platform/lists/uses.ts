import { type RawBuilder, sql } from 'kysely'
import type { Ledger, Reference } from '../ledger.ts'
import { MAX_NAMED } from './naming.ts'

/** A column of `Reference.table`, and SQL for the id that is looked for in it. */
interface Used {
  column: string
  id: RawBuilder<unknown>
}

/** SQL: whether a record of the ledger uses this subject, contract or type of the project. */
export const isUsed = ({ table }: Reference, projectId: bigint, { column, id }: Used): RawBuilder<boolean> =>
  sql`exists (select 1 from ${sql.table(table)} d where d.project_id = ${projectId} and d.${sql.ref(column)} = ${id})`

/** SQL: how many rows of the ledger use it. */
export const usesCount = (
  { table }: Reference,
  projectId: bigint,
  { column, id }: Used,
): RawBuilder<number> =>
  sql`(select count(*)::int4 from ${sql.table(table)} d where d.project_id = ${projectId} and d.${sql.ref(column)} = ${id})`

/**
 * SQL: the names of records that use it, one more than a message shows. Records named by one column are sorted by it; others by their first
 * column, the newest first.
 */
export function usesNames(
  { table: records, label }: Ledger,
  { table, record }: Reference,
  projectId: bigint,
  { column, id }: Used,
): RawBuilder<string[]> {
  const columns = (label ?? ['code']).map((name) => sql`r.${sql.ref(name)}`)
  const [first, ...others] = columns
  const name = others.length === 0 ? sql`${first}` : sql.join(columns, sql` || ' ' || `)
  const order = others.length === 0 ? sql`1` : sql`${first} desc, r.id desc`
  const from = record
    ? sql`${sql.table(table)} d join ${sql.table(records)} r on r.project_id = ${projectId} and r.id = d.${sql.ref(record)}`
    : sql`${sql.table(table)} r`
  const where = sql`${sql.raw(record ? 'd' : 'r')}.project_id = ${projectId} and ${sql.raw(record ? 'd' : 'r')}.${sql.ref(column)} = ${id}`
  return sql`array(select ${sql.raw(record ? 'distinct ' : '')}${name} from ${from} where ${where} order by ${order} limit ${MAX_NAMED + 1})`
}
