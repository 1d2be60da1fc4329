import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { checkDatabases } from '../../src/platform/database/migrations/check-database.ts'
import { migrateDatabase } from '../../src/platform/database/migrations/migrate-database.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { listen, listenTrouble } from '../../src/start/listen.ts'
import { cloneDatabase } from '../harness/database.ts'
import { startTestApp } from '../harness/harness.ts'
import { startOldPostgres, startPooler } from '../machines/fake-postgres.ts'
import { endServers, startServer } from '../processes/server-process.ts'

const SECRET = 'a-secret-of-the-tests'
let database: { url: string; drop(): Promise<void> }
let folder: string

beforeAll(async () => {
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-start-'))
})
afterEach(endServers)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

/** The test database's address with some parts changed. */
function address(change: Partial<Pick<URL, 'password' | 'pathname' | 'host'>>): string {
  return Object.assign(new URL(database.url), change).href
}

const site = (name: string, content: string) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing wrong',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  )

const settingsTrouble = (env: Record<string, string>) => messageOf(readSettings(env, folder))
const databaseTrouble = (url: string) =>
  messageOf(checkDatabases(readConfig({ DATABASE_URL: url, SECRET }, folder)))

test('a start with wrong settings in the environment: each is named', async () => {
  const server = startServer({
    DATABASE_URL: 'postgres://ann:geheim@localhost:port/books',
    CAPTCHA_FIXED: 'fixed',
    NODE_ENV: 'production',
    PORT: '99999',
    DEMO: 'maybe',
    LOG: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
    METRICS_PROT: '9090',
    SITE: join(folder, 'nowhere.json'),
  })
  // EX_CONFIG: systemd does not try again.
  expect(await server.ended).toBe(78)
  const expected = [
    /DATABASE_URL 的值不正确/,
    /必须设置环境变量 SECRET/,
    /CAPTCHA_FIXED/,
    /PORT/,
    /DEMO/,
    /LOG 的值“debug”不正确，应为：0 或 1/,
    /OTEL_EXPORTER_OTLP_ENDPOINT 的值“localhost:4318”不正确，应为：http:/,
    /没有名为 METRICS_PROT 的设置，它不起作用；是否应为 METRICS_PORT？/,
    /SITE.*nowhere.*文件或文件夹不存在（ENOENT）/,
  ]
  for (const text of expected) expect(server.output()).toMatch(text)
  expect(server.output()).not.toMatch(/geheim|\n\s+at |ready/)
  expect(server.output().trim().split('\n').length).toBe(expected.length)
})

describe('settings', () => {
  test('valid ones pass, and a blank one counts as unset', async () => {
    const file = site('good.json', '{ "hotline": "400-123" }')
    const env = { DATABASE_URL: database.url, SECRET, SITE: file, PORT: ' ', HOST: '' }
    expect((await readSettings(env, folder)).config).toMatchObject({ port: 3000, host: '127.0.0.1' })
    // Fields that the operator's file omits come from the example.
    await using app = await startTestApp({ SITE: file })
    const { data } = await app.nobody.get('/api/common/site')
    expect(data).toMatchObject({ hotline: '400-123', company: expect.stringMatching(/公司$/) })
  })

  test.each(['postgres://h:port/x', 'postgres://h:1:2/x', 'mysql://h/x', 'h:5432/x'])(
    'an invalid database address: %s',
    async (url) =>
      expect(await settingsTrouble({ DATABASE_URL: url, SECRET })).toMatch(
        /^ConfigError: 环境变量 DATABASE_URL 的值不正确，应为：postgres:/,
      ),
  )

  test.each(['https://a.example/finance/', 'https://a.example/?x=1', 'https://ann@a.example'])(
    'a public address that is more than an origin: %s',
    async (url) =>
      expect(await settingsTrouble({ PUBLIC_URL: url })).toMatch(
        /^ConfigError: 环境变量 PUBLIC_URL 的值.*不正确，应为：http:\/\/ 或 https:\/\/ 开头、不含路径的网址$/,
      ),
  )

  test('a short secret is not printed', async () => {
    const trouble = await settingsTrouble({ SECRET: 'too-short' })
    expect(trouble).toMatch(/SECRET 的值不正确，应为：至少16个字符/)
    expect(trouble).not.toMatch('too-short')
  })

  test.each([
    ['no-json.json', '{'],
    ['wrong.json', '{ "bank": { "account": 7 } }'],
  ])('an invalid SITE file: %s', async (name, content) =>
    expect(await settingsTrouble({ SITE: site(name, content) })).toMatch(
      /^ConfigError: 环境变量 SITE .*文件/,
    ),
  )

  test('the keys of payment providers are read before anything starts', async () => {
    const env = {
      PUBLIC_URL: 'https://pianzhang.example.com',
      ALIPAY_APP_ID: '2021000122671080',
      ALIPAY_SELLER_ID: '2088102146225135',
      ALIPAY_PRIVATE_KEY_FILE: '/nowhere/app.pem',
      ALIPAY_PUBLIC_KEY_FILE: site('no-key.pem', 'hello'),
    }
    expect((await settingsTrouble(env)).split('\n')).toEqual([
      'ConfigError: 环境变量 ALIPAY_PRIVATE_KEY_FILE 指定的文件 /nowhere/app.pem 无法读取：文件或文件夹不存在（ENOENT）',
      expect.stringMatching(/^环境变量 ALIPAY_PUBLIC_KEY_FILE 指定的文件 .* 不是密钥，应为支付宝公钥$/),
    ])
  })
})

describe('the database', () => {
  test('with supported settings is accepted', async () => {
    expect(await databaseTrouble(database.url)).toBe('nothing wrong')
  })

  test.each([
    ['no server there', () => address({ host: '127.0.0.1:1' }), /没有程序在运行/],
    ['no such host', () => address({ host: 'no-such-host.invalid' }), /主机名无法解析/],
    ['no such database', () => address({ pathname: 'nowhere' }), /数据库不存在/],
    ['no password', () => address({ password: '' }), /密码不正确/],
  ])('%s', async (_, url, expected) => {
    const trouble = await databaseTrouble(url())
    expect(trouble).toMatch(/^ConfigError: 环境变量 DATABASE_URL 指定的数据库（/)
    expect(trouble).toMatch(expected)
  })

  const FIT = {
    ...{ version: '150004', name: '15.4', encoding: 'UTF8', style: 'ISO, DMY' },
    ...{ statement: '0', lock: '0', idle: '600000' },
  }
  test.each([
    [{ version: '140011', name: '14.11' }, /版本为 14\.11，需要 15 或更新/],
    [{ encoding: 'SQL_ASCII' }, /编码为 SQL_ASCII，需要 UTF8/],
    [{ style: 'German, DMY' }, /DateStyle 为 German/],
    [{}, /nothing wrong/],
  ])('%j', async (unfit, expected) => {
    const fake = await startOldPostgres({ ...FIT, ...unfit })
    expect(await databaseTrouble(fake.url)).toMatch(expected)
    fake.close()
  })

  test('with a limit that would end imports is refused, without one for forgotten transactions it says so', async () => {
    const limited = (...settings: string[]) => {
      const url = new URL(database.url)
      url.searchParams.set('options', settings.map((setting) => `-c ${setting}`).join(' '))
      return databaseTrouble(url.href)
    }
    for (const name of ['statement_timeout', 'lock_timeout', 'transaction_timeout'])
      expect(await limited(`${name}=45s`)).toContain(`无法使用：${name} 为 45s，需要 0`)
    const idle = 'idle_in_transaction_session_timeout'
    expect(await limited(`${idle}=30s`)).toContain(`无法使用：${idle} 为 30000 毫秒，会中断导入`)
    const url = `${database.url}?options=${encodeURIComponent(`-c ${idle}=0`)}`
    const server = startServer({ DATABASE_URL: url, SECRET })
    await server.ready()
    expect(server.output()).toContain(`注意：数据库没有设置 ${idle}`)
  })

  test('without the right to create tables is refused', async () => {
    const admin = new pg.Client({ connectionString: inject('postgres').adminUrl })
    await admin.connect()
    const name = `test_${Date.now()}`
    await admin.query(`create database ${name}`)
    expect(await messageOf(migrateDatabase(address({ pathname: name })))).toMatch(
      /^ConfigError: 数据库用户没有建表的权限/,
    )
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })

  test('is checked at the direct address as well', async () => {
    const env = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: address({ pathname: 'nowhere' }), SECRET }
    expect(await messageOf(checkDatabases(readConfig(env, folder)))).toMatch(
      /DATABASE_DIRECT_URL 指定的数据库/,
    )
  })

  test('works behind a pooler that refuses session settings', async () => {
    const pooler = await startPooler(database.url)
    const server = startServer({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url, SECRET })
    const answer = await fetch(`${await server.ready()}/api/common/captchas`, { method: 'POST' })
    expect(answer.status).toBe(200)
    expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
    pooler.close()
  })
})

describe('the address to listen on', () => {
  test.each([
    ['203.0.113.7', 0, /HOST 的值“203\.0\.113\.7”不是本机的地址/],
    ['no-such-host.invalid', 0, /HOST 的值“no-such-host.invalid”不是本机的地址/],
  ])('%s:%i', async (host, port, expected) =>
    expect(await messageOf(listen(Fastify(), { host, port }))).toMatch(expected),
  )

  test('a port that is in use, or not permitted', async () => {
    const first = Fastify()
    const port = Number(new URL(await listen(first, { host: '127.0.0.1', port: 0 })).port)
    expect(await messageOf(listen(Fastify(), { host: '127.0.0.1', port }))).toMatch(`端口 ${port} 已被占用`)
    await first.close()
    // Simulated, as root may listen on any port.
    const refusal = Object.assign(new Error(), { code: 'EACCES' })
    expect(listenTrouble(refusal, { host: '127.0.0.1', port: 80 })).toMatch(/没有权限监听端口 80.*PORT/)
  })
})
