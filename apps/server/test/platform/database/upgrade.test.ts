import { expect, test } from 'vitest'
import {
  migrate,
  migrationNames,
  missingMigrations,
} from '../../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../../harness/client.ts'
import { emptyDatabase } from '../../harness/database.ts'
import { becomeLater } from '../../harness/later-version.ts'
import { catalogueOf } from '../../upgrade/catalogue.ts'
import { expectKept, filledDatabase, rowsOf } from '../../upgrade/filled.ts'

// All earlier versions, with a server on each: upgrade.hard.test.ts.

test('the migrations of a later version make the same schema of a filled database as of an empty one, and keep the rows', async () => {
  const { url, drop } = await filledDatabase()
  const old = await rowsOf(url)
  const later = becomeLater()
  expect(await migrate(url)).toBe(later.length)
  const now = await rowsOf(url)
  for (const [table, rows] of old) expectKept(table, rows, now.get(table) ?? new Map())
  expect([...(now.get('later_things')?.values() ?? [])]).toHaveLength(old.get('projects')?.size ?? 0)
  const fresh = await emptyDatabase()
  await migrate(fresh.url)
  expect(await withClient(url, catalogueOf)).toEqual(await withClient(fresh.url, catalogueOf))
  for (const one of [fresh, { drop }]) await one.drop()
})

test('a database of before the first release is refused in words, and nothing in it is changed', async () => {
  const { url, drop } = await emptyDatabase()
  await withClient(url, async (client) => {
    await client.query(
      'create table migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
    )
    await client.query("insert into migrations (name, checksum) values ('0001_foundation.sql', '')")
    await client.query("create table companies as select '老公司' as name")
    const before = await catalogueOf(client)
    const words =
      '数据库由首个发布版本之前的程序创建（0001_foundation.sql），本程序不能升级它，没有改动任何数据'
    await expect(migrate(url)).rejects.toThrow(words)
    await expect(migrate(url, undefined, 'serve')).rejects.toThrow(words)
    await expect(missingMigrations(url, 'serve')).rejects.toThrow(words)
    expect(await catalogueOf(client)).toEqual(before)
    expect((await client.query('select name from companies')).rows).toEqual([{ name: '老公司' }])
  })
  expect(await migrationNames()).not.toContain('0001_foundation.sql')
  await drop()
})
