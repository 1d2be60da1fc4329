import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../harness/database.ts'

let database: { url: string; drop(): Promise<void> }

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Names of primary keys, unique and exclusion constraints and unique indexes of these tables without `project_id` as a key column. */
async function withoutProject(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any($1) and c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion)
       and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id'
         and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]))
     order by 1`,
    [tables],
  )
  return rows.map((row) => row.name)
}

test('rule 3: every unique constraint of a project table contains project_id', async () => {
  const { project } = inject('tables')
  expect(project).toContain('imports')
  expect(project).not.toContain('project_members')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    expect(await withoutProject(client, project)).toEqual([])
    // The check itself works: it also finds an index that has the project as an INCLUDE column only.
    await client.query(`create unique index one on imports (code) include (project_id);
      alter table invoices add constraint two exclude using btree (code with =)`)
    expect(await withoutProject(client, project)).toEqual(['one', 'two'])
  } finally {
    await client.end()
  }
})
