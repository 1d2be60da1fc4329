import type pg from 'pg'
import { readTables } from '../../platform/database/spread/tables.ts'

/** Counts and sums that distributing must not change. */
export interface Counted {
  /** Rows by table. */
  rows: Record<string, number>
  /** By project and table: the number of rows and the sums, as text. */
  sums: Record<string, string>
}

/** Types whose values are added up. */
const NUMBERS = ['bigint', 'integer', 'smallint', 'numeric']

/**
 * Counts the rows of every table. For project tables also sums, by project, every numeric column (keys too) and a hash of each whole row: a row
 * that was lost, doubled, changed or moved to another project changes a sum.
 */
export async function countAll(client: pg.ClientBase): Promise<Counted> {
  const { project, company } = await readTables(client)
  const counted: Counted = { rows: {}, sums: {} }
  for (const table of company) {
    const { rows } = await client.query<{ rows: number }>(`select count(*)::int4 as rows from ${table}`)
    counted.rows[table] = rows[0]?.rows ?? 0
  }
  for (const table of project) {
    const columns = await numberColumns(client, table)
    const sums = columns.map((column) => `'${column}', sum("${column}"::numeric)::text`)
    const { rows } = await client.query<{ project: string; rows: number; sums: string }>(
      `select project_id::text as project, count(*)::int4 as rows,
         jsonb_build_object(${[...sums, `'text', sum(hashtextextended(t::text, 0)::numeric)::text`].join(', ')})::text as sums
       from ${table} t group by project_id`,
    )
    counted.rows[table] = rows.reduce((total, row) => total + row.rows, 0)
    for (const row of rows) counted.sums[`${row.project} ${table}`] = `${row.rows} ${row.sums}`
  }
  return counted
}

async function numberColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and atttypid::regtype::text = any ($2) order by attnum`,
    [table, NUMBERS],
  )
  return rows.map(({ name }) => name)
}

/** Up to five differences between two counts, such as `subjects 12 → 11`. */
export function differences(before: Counted, after: Counted): string[] {
  const names = (one: Record<string, unknown>, other: Record<string, unknown>) => [
    ...new Set([...Object.keys(one), ...Object.keys(other)]),
  ]
  const rows = names(before.rows, after.rows)
    .filter((table) => before.rows[table] !== after.rows[table])
    .map((table) => `${table} ${before.rows[table] ?? 0} → ${after.rows[table] ?? 0}`)
  const sums = names(before.sums, after.sums).filter((key) => before.sums[key] !== after.sums[key])
  return [...rows, ...sums].slice(0, 5)
}
