import type pg from 'pg'

/** Ids that the workers give begin at 2^48 times the number of their group. */
const FIRST_OF_WORKERS = 2n ** 48n

/**
 * Removes the copies of distributed rows that Citus leaves in the coordinator's own tables. Citus also restarts the identity sequences of all
 * tables, so they are set to continue after the highest id that the coordinator gave.
 */
export async function removeCopies(
  client: pg.ClientBase,
  { project, company }: { project: readonly string[]; company: readonly string[] },
): Promise<void> {
  for (const table of project)
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
  for (const { table, column, sequence } of await identitiesOf(client, [...project, ...company]))
    await client.query(
      `select setval($1::regclass, coalesce(max(${column}), 1), max(${column}) is not null)
       from ${table} where ${column} < ${FIRST_OF_WORKERS}`,
      [sequence],
    )
}

async function identitiesOf(client: pg.ClientBase, tables: readonly string[]) {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select quote_ident(c.relname) as table, quote_ident(a.attname) as column,
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace and a.attidentity <> ''`,
    [tables],
  )
  return rows
}
