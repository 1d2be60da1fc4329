import pg from 'pg'
import type { Tables } from './rules.ts'

/** Counts as a company table although it has `project_id`: every request joins it with people and projects, and it is small. */
const MEMBERS = 'project_members'

/**
 * Project and company tables of the public schema, from the catalogue: a table with `project_id` in its primary key, or a view with that
 * column, is a project's; all others are a company's.
 */
export async function readTables(url: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await read(client)
  } finally {
    await client.end()
  }
}

async function read(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string; of_project: boolean }>(
    `select c.relname as name, c.relname <> $1 and (
       c.relkind = 'v' and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id')
       or exists (select 1 from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary and a.attname = 'project_id')) as of_project
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')`,
    [MEMBERS],
  )
  const names = (ofProject: boolean) =>
    rows.filter((row) => row.of_project === ofProject).map((row) => row.name)
  return { project: names(true), company: names(false) }
}
