import { expect, test } from 'vitest'
import { migrate, migrationNames } from '../../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { catalogueOf } from '../../upgrade/catalogue.ts'
import { expectKept, olderDatabase, rowsOf } from '../../upgrade/older.ts'

// All earlier versions: upgrade.hard.test.ts.

const names = await migrationNames()
const before = (migration: string) => names.findIndex((name) => name.startsWith(migration))

test('the last migration on a filled database makes the same schema as on an empty one, and keeps the rows', async () => {
  const { url, drop } = await olderDatabase(names.length - 1)
  const old = await rowsOf(url)
  expect(await migrate(url)).toBe(1)
  const now = await rowsOf(url)
  for (const [table, rows] of old) expectKept(table, rows, now.get(table) ?? new Map())
  const fresh = await cloneDatabase()
  expect(await withClient(url, catalogueOf)).toEqual(await withClient(fresh.url, catalogueOf))
  for (const one of [fresh, { drop }]) await one.drop()
})

test('0033: a file without links counts as unlinked since its upload', async () => {
  const { url, drop } = await olderDatabase(before('0033'))
  await migrate(url)
  const rows = await rowsOf(url)
  const unlinked = [...(rows.get('attachments')?.values() ?? [])].filter((row) => row.unlinked_at !== null)
  const links = ['contract', 'cost_execution_detail', 'imprest'].flatMap((of) => [
    ...(rows.get(`${of}_attachments`)?.values() ?? []),
  ])
  const linked = [...links, ...(rows.get('invoice_files')?.values() ?? [])].map(
    (row) => `${row.project_id} ${row.attachment_id}`,
  )
  expect(unlinked.length).toBeGreaterThan(0)
  expect(unlinked.filter((row) => linked.includes(`${row.project_id} ${row.id}`))).toEqual([])
  await drop()
})

test('0062: passwords that were still to be changed end a week after the upgrade', async () => {
  const { url, drop } = await olderDatabase(before('0062'))
  const expiring = await withClient(url, async (client) => {
    await client.query("update users set must_change_password = true where code in ('user-2', 'user-5')")
    await migrate(url)
    const { rows } = await client.query<{ code: string; days: number }>(
      `select code, round(extract(epoch from password_expires_at - now()) / 86400)::int4 as days
      from users where password_expires_at is not null order by id`,
    )
    return rows
  })
  expect(expiring).toEqual([
    { code: 'user-2', days: 7 },
    { code: 'user-5', days: 7 },
  ])
  await drop()
})

test('0034: kept sums and the reasons of unapplied payments have other names and the same values', async () => {
  const { url, drop } = await olderDatabase(before('0034'))
  const valuesOf = (sums: string, entries: string, reason: string) =>
    withClient(url, async (client) => [
      (await client.query(`select s::text from ${sums} s order by 1`)).rows,
      (
        await client.query(
          `select count(*) filter (where ${entries} > 0)::int4 as counted, count(*)::int4 as all from ${sums}`,
        )
      ).rows,
      (await client.query(`select id, ${reason} as reason from order_payments order by id`)).rows,
    ])
  const old = await valuesOf('cost_execution_sums', 'payments', 'kept_reason')
  await migrate(url)
  expect(await valuesOf('project_sums', 'entries', 'unapplied_reason')).toEqual(old)
  expect(old[1]?.[0].counted).toBeGreaterThan(0)
  await drop()
})
