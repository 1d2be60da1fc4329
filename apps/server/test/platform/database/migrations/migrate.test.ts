import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../../../../src/platform/config.ts'
import { migrate, migrationNames } from '../../../../src/platform/database/migrations/migrate.ts'
import { cloneDatabase } from '../../../harness/database.ts'
import { hold, untilWaiting } from '../../../harness/hold.ts'
import { becomeLater } from '../../../harness/later-version.ts'

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

/** A database without tables, and a connection to it. */
async function emptied() {
  const { url, client } = await cloned()
  await client.query('drop schema public cascade; create schema public')
  return { url, client }
}

test('servers that start on an empty database at once: each migration runs once', async () => {
  const { url, client } = await emptied()
  becomeLater()
  const names = await migrationNames()
  const ran = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(ran.reduce((sum, count) => sum + count)).toBe(names.length)
  const { rows } = await client.query('select name from migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('a database whose migration had other words is refused', async () => {
  const { url, client } = await cloned()
  await client.query("update migrations set checksum = 'of other words'")
  await expect(migrate(url)).rejects.toThrow('迁移文件 0001_schema.sql 与数据库中已执行的内容不一致。')
})

const NEWER = '9000_newer.sql'

test.each([
  ['a newer migration that says nothing of older programs', null, false],
  ['one that is compatible with this program', '0001', true],
  ['one that is compatible only with a later program', '8999', false],
])('%s', async (_, compatible, works) => {
  const { url, client } = await cloned()
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

test('a migration that waits for a long reading lets others read, and runs when it is over', async () => {
  const { url, client } = await cloned()
  becomeLater({ '9001_next.sql': 'alter table invoices add column later_note text' })
  const long = await hold(url, 'select from invoices')
  const migrating = migrate(url)
  await untilWaiting(url)
  // PostgreSQL queues it behind the migration's request for an exclusive lock, which lock_timeout ends.
  expect((await client.query('select count(*)::int4 as n from invoices')).rows).toEqual([{ n: 0 }])
  await long.release()
  expect(await migrating).toBe(1)
})

test('a migration that is the victim of a deadlock with a request is rolled back and repeated', async () => {
  const { url, client: request } = await cloned()
  becomeLater({
    '9001_next.sql':
      'alter table payments add column later_note text; alter table payment_lines add column later_note text',
  })
  await request.query('begin; lock table payment_lines in row exclusive mode')
  const said = vi.spyOn(console, 'log').mockReturnValue()
  // The migration has locked `payments` and waits for `payment_lines`. It has waited longest, so its `deadlock_timeout` runs out
  // first and PostgreSQL chooses it as the victim.
  const migrating = migrate(url)
  await untilWaiting(url)
  await request.query('lock table payments in row exclusive mode')
  await request.query('commit')
  expect(await migrating).toBe(1)
  expect(said).toHaveBeenCalledWith(expect.stringContaining('在等待正在进行的读写'))
  said.mockRestore()
})
