import { expect, test } from 'vitest'
import { migrate, migrationNames } from '../../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { catalogueOf } from '../../upgrade/catalogue.ts'
import { expectKept, olderDatabase, rowsOf } from '../../upgrade/older.ts'

// All earlier versions: upgrade.hard.test.ts.

test('the last migration on a filled database makes the same schema as on an empty one, and keeps the rows', async () => {
  const { url, drop } = await olderDatabase((await migrationNames()).length - 1)
  const before = await rowsOf(url)
  expect(await migrate(url)).toBe(1)
  const after = await rowsOf(url)
  for (const [table, rows] of before) expectKept(table, rows, after.get(table) ?? new Map())
  const unlinked = [...(after.get('attachments')?.values() ?? [])].filter((row) => row.unlinked_at !== null)
  const links = ['contract', 'cost_execution_detail', 'imprest'].flatMap((of) => [
    ...(after.get(`${of}_attachments`)?.values() ?? []),
  ])
  const linked = [...links, ...(after.get('invoice_files')?.values() ?? [])].map(
    (row) => `${row.project_id} ${row.attachment_id}`,
  )
  expect(unlinked.length).toBeGreaterThan(0)
  expect(unlinked.filter((row) => linked.includes(`${row.project_id} ${row.id}`))).toEqual([])
  const fresh = await cloneDatabase()
  expect(await withClient(url, catalogueOf)).toEqual(await withClient(fresh.url, catalogueOf))
  for (const one of [fresh, { drop }]) await one.drop()
})
