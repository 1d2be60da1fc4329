import { rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { migrate, migrationNames } from '../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../harness/client.ts'
import { cloneDatabase, emptyDatabase } from '../harness/database.ts'
import { endServers, startServer } from '../processes/server-process.ts'
import { nextVersion } from '../servers/next-version.ts'

// Starts that the database or the network refuse, in processes; settings that are wrong by themselves: start.test.ts.

const SECRET = 'a-secret-of-the-tests'

afterEach(endServers)

test.each([
  [
    'in the password',
    78,
    { password: 'geheim' },
    {},
    /DATABASE_URL 指定的数据库（pianzhang@.*\/test_.*）无法使用：用户名或密码不正确/,
  ],
  // Not for good: the address may come up after the server.
  ['in the address to listen on', 1, {}, { HOST: '203.0.113.7' }, /HOST 的值“203\.0\.113\.7”不是本机的地址/],
])('a start with wrong settings %s ends with %i', async (_, status, change, env, expected) => {
  const { url, drop } = await cloneDatabase()
  const server = startServer({ DATABASE_URL: Object.assign(new URL(url), change).href, SECRET, ...env })
  expect(await server.ended).toBe(status)
  expect(server.output()).toMatch(expected)
  expect(server.output()).not.toMatch(/geheim|\n\s+at |ready/)
  expect(server.output().trim().split('\n').length).toBe(1)
  await drop()
})

test('a failed migration ends the start for good: in Chinese, with its file, without the rows that the database quotes', async () => {
  const { url, drop } = await emptyDatabase()
  await withClient(url, (client) =>
    client.query(
      "create table migrations (name text primary key, checksum text check (checksum = ''), compatible_from text)",
    ),
  )
  const server = startServer({ DATABASE_URL: url, SECRET })
  expect(await server.ended).toBe(78)
  const [first] = await migrationNames()
  expect(server.output()).toMatch(
    new RegExp(
      `^数据库升级失败：${first}：程序出错（.*violates check constraint.*，23514）。这个文件的改动已全部撤销`,
    ),
  )
  expect(server.output()).not.toMatch(/Failing row contains|\n\s+at /)
  await drop()
})

test('an upgrade names each migration while it runs', async () => {
  const { url, drop } = await emptyDatabase()
  await migrate(url)
  const { main, folder } = await nextVersion()
  const server = startServer(
    { DATABASE_URL: url, SECRET, DEMO: '0' },
    undefined,
    [],
    [process.execPath, main],
  )
  await server.ready()
  expect(server.output().split('\n')[0]).toBe('正在升级数据库：9001_next.sql（1/1）')
  await endServers()
  await drop()
  await rm(folder, { recursive: true })
})

test('on data of before the first release the start ends for good, in words', async () => {
  const { url, drop } = await emptyDatabase()
  await withClient(url, async (client) => {
    await client.query('create table migrations (name text primary key, checksum text not null)')
    await client.query("insert into migrations values ('0001_foundation.sql', '')")
  })
  const server = startServer({ DATABASE_URL: url, SECRET })
  expect(await server.ended).toBe(78)
  expect(server.output()).toBe(
    '数据库由首个发布版本之前的程序创建（0001_foundation.sql），本程序不能升级它，没有改动任何数据。请继续使用原来的程序，或用空的数据库重新开始\n',
  )
  await drop()
})
