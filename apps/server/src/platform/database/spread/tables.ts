import type pg from 'pg'

/** Tables that count as company tables although they have `project_id`. */
const ON_COORDINATOR = [
  // Every request joins it with people and projects, and it is small.
  'project_members',
  // A number is taken on a connection of its own while the transaction of its payment is open. On a worker the number would wait for a shard that
  // is being moved, and the move for that transaction: a deadlock.
  'project_numbers',
]

/**
 * Project and company tables of the public schema, from the catalogue: a table with `project_id` in its primary key is a project's; all others
 * are a company's. With `views` also views, which are a project's if they have that column.
 */
export async function readTables(
  client: pg.ClientBase,
  { views = false } = {},
): Promise<{ project: string[]; company: string[] }> {
  const { rows } = await client.query<{ name: string; of_project: boolean }>(
    `select c.relname::text as name, c.relname <> all ($1) and (
       c.relkind = 'v' and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id')
       or exists (select 1 from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary and a.attname = 'project_id')) as of_project
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = any ($2)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
    [ON_COORDINATOR, views ? ['r', 'p', 'v'] : ['r', 'p']],
  )
  const names = (ofProject: boolean) =>
    rows.filter((row) => row.of_project === ofProject).map((row) => row.name)
  return { project: names(true), company: names(false) }
}
