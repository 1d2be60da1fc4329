import { afterEach, expect, test } from 'vitest'
import { migrate, migrationNames } from '../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../harness/client.ts'
import { cloneDatabase, emptyDatabase } from '../harness/database.ts'
import { endServers, startServer } from '../processes/server-process.ts'

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
      "create table migrations (name text primary key, checksum text check (checksum = ''), at timestamptz default now())",
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
  const names = await migrationNames()
  await migrate(url, names.length - 2)
  const server = startServer({ DATABASE_URL: url, SECRET, DEMO: '0' })
  await server.ready()
  expect(server.output().split('\n').slice(0, 2)).toEqual(
    names.slice(-2).map((name, at) => `正在升级数据库：${name}（${at + 1}/2）`),
  )
  await endServers()
  await drop()
})
