import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '../../../../src/platform/config.ts'
import { migrate, migrationNames } from '../../../../src/platform/database/migrations/migrate.ts'
import { cloneDatabase } from '../../../harness/database.ts'

/** A migrated database, and a connection to it. */
async function cloned() {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

/** A database of the first migrations only, without rows, and a connection to it. */
async function migratedTo(first: number) {
  const { url, client } = await cloned()
  await client.query('drop schema public cascade; create schema public')
  await migrate(url, first)
  return { url, client }
}

test('two servers that start on an empty database at once: each migration runs once', async () => {
  const { url, client } = await migratedTo(0)
  const names = await migrationNames()
  const ran = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(ran.reduce((sum, count) => sum + count)).toBe(names.length)
  const { rows } = await client.query('select name from migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('a database whose 0026 had other words in its comments is accepted, one with other statements is refused', async () => {
  const { url, client } = await cloned()
  const ranWith = (checksum: string) =>
    client.query("update migrations set checksum = $1 where name = '0026_operation_log.sql'", [checksum])
  const sql = readFileSync(new URL('../../../../migrations/0026_operation_log.sql', import.meta.url), 'utf8')
  const before = sql.replace('platform/audit/audit.ts', 'platform/audit.ts')
  await ranWith(createHash('sha256').update(before.replace('500', '501')).digest('hex'))
  await expect(migrate(url)).rejects.toThrow('迁移文件 0026_operation_log.sql 与数据库中已执行的内容不一致。')
  await ranWith(createHash('sha256').update(before).digest('hex'))
  expect(await migrate(url)).toBe(0)
})

const NEWER = '9000_newer.sql'

test.each([
  ['a newer migration that says nothing of older programs', null, false],
  ['one that is compatible with this program', '0001', true],
  ['one that is compatible only with a later program', '8999', false],
])('%s', async (_, compatible, works) => {
  const { url, client } = await cloned()
  await client.query('alter table migrations add column if not exists compatible_from text')
  await client.query("insert into migrations (name, checksum, compatible_from) values ($1, '', $2)", [
    NEWER,
    compatible,
  ])
  const refusal = `数据库由更新的版本创建（${NEWER}），请使用新版本程序。`
  const outcome = (work: Promise<number>) =>
    work.catch((error: unknown) => {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    })
  expect(await outcome(migrate(url, undefined, 'serve'))).toBe(works ? 0 : refusal)
  // A command is refused: it works on all tables and would leave out those that it does not know.
  expect(await outcome(migrate(url))).toBe(refusal)
})
