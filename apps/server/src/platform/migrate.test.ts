import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../testing/database.ts'
import { hold, untilWaiting } from '../testing/hold.ts'
import { migrate } from './migrate.ts'

test('while 0010 builds its indexes, payments and lines can be read', async () => {
  const database = await cloneDatabase()
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  onTestFinished(async () => {
    await reader.end()
    await database.drop()
  })
  await reader.query("drop schema public cascade; create schema public; set lock_timeout = '5s'")
  await migrate(database.url, 9)
  // The lock lets 0010 build the index of the payments, but not yet that of the lines.
  const writer = await hold(database.url, 'lock table cost_execution_details in row exclusive mode')
  const migrating = migrate(database.url, 10)
  try {
    await untilWaiting(database.url)
    for (const table of ['cost_executions', 'cost_execution_details', 'imports'])
      expect((await reader.query(`select count(*)::int4 as n from ${table}`)).rows).toEqual([{ n: 0 }])
  } finally {
    await writer.release()
    await migrating
  }
  const { rows } = await reader.query(
    "select indexdef from pg_indexes where indexname like '%_characters%' order by indexname",
  )
  expect(rows.map(({ indexdef }) => indexdef)).toEqual([
    expect.stringMatching(
      /^CREATE INDEX cost_execution_details_characters ON .* gin \(project_id, search_characters\(remark\)\)/,
    ),
    expect.stringMatching(
      /^CREATE INDEX cost_executions_characters ON .* gin \(project_id, search_characters\(/,
    ),
  ])
})
