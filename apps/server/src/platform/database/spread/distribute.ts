import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { readTables } from './tables.ts'

/** Ids that the workers give begin at 2^48 times the number of their group. */
const FIRST_OF_WORKERS = 2n ** 48n

/**
 * Removes the copies of distributed rows that Citus leaves in the coordinator's own tables. Citus also restarts the identity sequences of all
 * tables, so they are set to continue after the highest id that the coordinator gave.
 */
async function removeCopies(
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

/** Citus places the rows of a project by this table; all other project tables are colocated with it. */
const FIRST = 'subjects'

/**
 * Functions of the triggers that check references in place of foreign keys (`0001_schema.sql`); Citus cannot run most of them. Between project
 * tables the foreign keys `KEYS` replace them. References to company tables go unchecked, as rows there are only marked as deleted.
 */
export const REFERENCE_FUNCTIONS: readonly string[] = [
  'check_payment_references',
  'check_payment_line_references',
  'keep_referenced_payments',
  'keep_referenced_subjects',
  'keep_referenced_payment_types',
  'keep_referenced_projects',
  'keep_referenced_creators',
]

const KEYS: readonly [table: string, name: string, definition: string][] = [
  ['of_payment', 'payment_id', 'payments'],
  ['subject', 'subject_id', 'subjects'],
  ['category', 'pay_category_id', 'payment_types'],
].map(([name, column, to]) => [
  'payment_lines',
  `cost_execution_details_${name}`,
  `foreign key (project_id, ${column}) references ${to} (project_id, id)`,
])

const FUNCTIONS = new URL('functions.sql', import.meta.url)

/** The SQL of the trigger functions of a spread database. */
export const spreadFunctions = (): Promise<string> => readFile(FUNCTIONS, 'utf8')

/** Whether the project tables of the database are distributed by Citus. */
export async function isSpread(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rows } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass($1) and partmethod = 'h'`,
    [`public.${FIRST}`],
  )
  return rows.length > 0
}

export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
  return rows.length > 0
}

interface Tables {
  project: string[]
  company: string[]
}

/** Tables that Citus does not know. */
async function unknownTables(client: pg.ClientBase): Promise<Tables> {
  const { project, company } = await readTables(client)
  const { rows } = await client.query<{ name: string }>(
    'select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid',
  )
  const known = new Set(rows.map(({ name }) => name))
  const fresh = (names: string[]) => names.filter((name) => !known.has(name))
  return { project: fresh(project), company: fresh(company) }
}

/**
 * Distributes the project tables that are not distributed yet, with their rows, by `project_id`, and registers the company tables with Citus, so
 * that a commit over both is two-phase. In the caller's transaction. Foreign keys and triggers are dropped and made again, as Citus refuses to
 * distribute a table that has them.
 */
export async function distribute(client: pg.ClientBase): Promise<Tables> {
  const fresh = await unknownTables(client)
  const all = [...fresh.project, ...fresh.company]
  if (all.length === 0) return fresh
  const triggers = await triggersOf(client, all)
  const keys = await keysOf(client, all)
  await withoutPropagation(client, async () => {
    for (const { table, name } of triggers) await client.query(`drop trigger ${name} on ${table}`)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  })
  // One connection for each worker: Citus refuses a transaction that mixes parallel work with foreign keys between company tables.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  const inOrder = fresh.project.toSorted((a, b) => Number(b === FIRST) - Number(a === FIRST))
  for (const table of inOrder)
    await client.query(`select create_distributed_table($1, 'project_id', colocate_with => $2)`, [
      table,
      table === FIRST ? 'none' : FIRST,
    ])
  for (const table of fresh.company)
    await client.query('select citus_add_local_table_to_metadata($1::regclass)', [table])

  const { project } = await readTables(client)
  const across = (key: Key) => project.includes(key.table) && !project.includes(key.to)
  for (const { table, name, definition } of keys.filter((key) => !across(key)))
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const [table, name, definition] of KEYS)
    if (fresh.project.includes(table))
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await client.query(await spreadFunctions())
  await client.query('set local citus.enable_unsafe_triggers = on')
  for (const { table, definition, calls } of triggers) {
    const byKey =
      REFERENCE_FUNCTIONS.includes(calls) || (calls === 'refuse_truncate' && project.includes(table))
    if (!byKey) await client.query(definition)
  }
  await removeCopies(client, fresh)
  return fresh
}

/** Runs DDL on the tables of this server only, as they are not known to Citus yet. */
export async function withoutPropagation(client: pg.ClientBase, run: () => Promise<void>): Promise<void> {
  await client.query('set local citus.enable_ddl_propagation = off')
  await run()
  await client.query('set local citus.enable_ddl_propagation = on')
}

interface Trigger {
  table: string
  name: string
  /** The function's name. */
  calls: string
  definition: string
}

async function triggersOf(client: pg.ClientBase, tables: readonly string[]): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select c.relname::text as table, quote_ident(t.tgname) as name, p.proname::text as calls, pg_get_triggerdef(t.oid) as definition
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1, 2`,
    [tables],
  )
  return rows
}

interface Key {
  table: string
  name: string
  /** The referenced table. */
  to: string
  definition: string
}

async function keysOf(client: pg.ClientBase, tables: readonly string[]): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select c.relname::text as table, quote_ident(f.conname) as name, r.relname::text as to, pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class r on r.oid = f.confrelid
     where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1, 2`,
    [tables],
  )
  return rows
}
