import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold } from '../../harness/hold.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())

/** Pages, those that are marked all-visible, and rows by the planner's statistics. */
async function stateOf(table: string) {
  const { rows } = await sql<{ pages: number; visible: number; rows: number }>`
    select relpages as pages, relallvisible as visible, reltuples::int4 as rows from pg_class
    where oid = ${table}::regclass`.execute(app.services.db)
  return rows[0] as { pages: number; visible: number; rows: number }
}

/** Fills a table that autovacuum leaves alone; its counters are sent at once, as an import's are. */
const fill = (table: string, rows: number) =>
  withClient(app.databaseUrl, (client) =>
    client.query(`create table if not exists ${table} (n int4) with (autovacuum_enabled = false);
      insert into ${table} select n from generate_series(1, ${rows}) n; select pg_stat_force_next_flush()`),
  )

test('after an import its tables are vacuumed and analyzed, beside a writer who has not committed', async () => {
  await fill('many', 3_000)
  await fill('few', 100)
  const writer = await hold(app.databaseUrl, 'insert into many values (0)')
  app.services.vacuum.imported(3_000)
  await app.services.vacuum.idle()
  expect((await stateOf('many')).rows).toBe(3_000)
  expect((await stateOf('few')).rows).toBe(-1)
  await writer.release()

  // What is small beside the table, and a small import, are left to autovacuum.
  await fill('many', 500)
  app.services.vacuum.imported(3_000)
  await app.services.vacuum.idle()
  await fill('many', 5_000)
  app.services.vacuum.imported(999)
  await app.services.vacuum.idle()
  expect((await stateOf('many')).rows).toBe(3_000)
})

test('a table that another connection has locked is left out; a stop ends the one that runs, and no other begins', async () => {
  await fill('busy', 3_000)
  const holder = await hold(app.databaseUrl, 'lock table busy in share update exclusive mode')
  app.services.vacuum.imported(3_000)
  await app.services.vacuum.idle()
  expect((await stateOf('busy')).rows).toBe(-1)
  await holder.release()
  app.services.vacuum.imported(3_000)
  app.services.vacuum.stop()
  await app.services.vacuum.idle()
  app.services.vacuum.imported(3_000)
  await app.services.vacuum.idle()
  expect((await stateOf('busy')).rows).toBe(-1)
})
