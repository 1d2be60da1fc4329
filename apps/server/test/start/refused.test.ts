import { afterEach, expect, test } from 'vitest'
import { withClient } from '../harness/client.ts'
import { cloneDatabase, emptyDatabase } from '../harness/database.ts'
import { endServers, startServer } from '../processes/server-process.ts'

// Starts that the database or the network refuse, in processes; settings that are wrong by themselves: start.test.ts.

const SECRET = 'a-secret-of-the-tests'

afterEach(endServers)

test.each([
  [
    'in the password',
    { password: 'geheim' },
    {},
    /DATABASE_URL 指定的数据库（pianzhang@.*\/test_.*）无法使用：用户名或密码不正确/,
  ],
  ['in the address to listen on', {}, { HOST: '203.0.113.7' }, /HOST 的值“203\.0\.113\.7”不是本机的地址/],
])('a start with wrong settings %s', async (_, change, env, expected) => {
  const { url, drop } = await cloneDatabase()
  const server = startServer({ DATABASE_URL: Object.assign(new URL(url), change).href, SECRET, ...env })
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(expected)
  expect(server.output()).not.toMatch(/geheim|\n\s+at |ready/)
  expect(server.output().trim().split('\n').length).toBe(1)
  await drop()
})

test('an error of the start is printed without the rows that the database quotes', async () => {
  const { url, drop } = await emptyDatabase()
  await withClient(url, (client) =>
    client.query(
      "create table migrations (name text primary key, checksum text check (checksum = ''), at timestamptz default now())",
    ),
  )
  const server = startServer({ DATABASE_URL: url, SECRET })
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(/violates check constraint/)
  expect(server.output()).not.toMatch(/Failing row contains/)
  await drop()
})
