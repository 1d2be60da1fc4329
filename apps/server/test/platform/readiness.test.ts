import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { Readiness } from '../../src/platform/readiness.ts'
import { buildApp } from '../../src/start/app.ts'
import { cloneDatabase } from '../harness/database.ts'
import { startTestApp, type TestApp } from '../harness/harness.ts'
import { endServers, startServer } from '../processes/server-process.ts'
import { s3Env } from './storage/s3.ts'

const SECRET = 'a-secret-of-the-tests'
const READY = '/api/common/ready'
let app: TestApp
let sql1: (statement: string) => Promise<unknown>

beforeAll(async () => {
  app = await startTestApp()
  sql1 = (statement) => sql.raw(statement).execute(app.services.db)
})
afterEach(endServers)
afterAll(async () => await app.close())

const ready = async () => {
  const { status, msg, data } = await app.nobody.get(READY)
  return { status, msg, failed: (data.errors ?? []).map(({ field }: { field: string }) => field) }
}
/** Polls, as a result of the checks is kept for half a second. */
const becomes = (expected: object) => expect.poll(ready).toMatchObject(expected)

test('a server with all its parts is ready', async () => {
  expect((await app.nobody.get(READY)).data).toEqual({
    status: 'ready',
    parts: { database: 'ok', migrations: 'ok', storage: 'ok' },
  })
  expect((await app.nobody.get('/api/common/live')).data).toEqual({ status: 'ok' })
})

test('an unreachable database: the process lives, but is not ready', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pianzhang-test-'))
  const config = readConfig({ CAPTCHA_FIXED: 'TEST' }, dataDir)
  const alone = await buildApp({ config, databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' })
  try {
    const live = await alone.http.inject({ url: '/api/common/live' })
    const answer = await alone.http.inject({ url: READY })
    expect([live.statusCode, answer.statusCode, answer.headers['retry-after']]).toEqual([200, 503, '5'])
    expect(answer.json()).toEqual({
      code: 503,
      msg: '服务尚未就绪：数据库不可用，数据库升级不可用',
      data: {
        errors: [
          { field: 'database', message: '数据库不可用' },
          { field: 'migrations', message: '数据库升级不可用' },
        ],
      },
    })
  } finally {
    await alone.close()
    await rm(dataDir, { recursive: true })
  }
})

test('a standby, which takes no writes, is no database to work with; who writes all the same is told to try again', async () => {
  const name = new URL(app.databaseUrl).pathname.slice(1)
  // The setting applies to new connections only, so all are ended; the statement's own too, which makes it fail.
  const reconnect = () =>
    sql1(`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
      where datname = current_database() and application_name like 'pianzhang%' order by pid = pg_backend_pid()) a`).catch(
      () => undefined,
    )
  await sql1(`alter database ${name} set default_transaction_read_only = on`)
  await reconnect()
  await becomes({ status: 503, failed: ['database'] })
  const write = async () => await app.nobody.post('/api/common/captchas')
  await expect
    .poll(write)
    .toMatchObject({ status: 503, msg: '服务暂时不可用，请稍后重试', headers: { 'retry-after': '5' } })
  await sql1(
    `begin; set transaction read write; alter database ${name} reset default_transaction_read_only; commit`,
  )
  await reconnect()
  await becomes({ status: 200 })
})

test('a missing migration is waited for; one of a newer version is not minded', async () => {
  await sql1(`insert into migrations (name, checksum) values ('9999_newer.sql', '')`)
  await sql1(`update migrations set name = 'x' || name where name like '0001%'`)
  await becomes({ status: 503, failed: ['migrations'] })
  await sql1(`update migrations set name = substr(name, 2) where name like 'x0001%'`)
  await becomes({ status: 200, failed: [] })
})

test('without its folder of files it is not ready', async () => {
  const folder = join(app.services.config.dataDir, 'files')
  await rename(folder, `${folder}-lost`)
  await becomes({ status: 503, msg: '服务尚未就绪：文件存储不可用', failed: ['storage'] })
  await rename(`${folder}-lost`, folder)
  await becomes({ status: 200 })
})

test('a storage that files are being moved from, or to, takes no server out when it is away', async () => {
  const env = { ...s3Env('http://127.0.0.1:1'), STORAGE: 'local', STORAGE_FALLBACK: 's3' }
  await using moving = await startTestApp(env, { timeouts: { backoffMs: 1 } })
  await expect
    .poll(() => moving.nobody.get(READY))
    .toMatchObject({
      status: 200,
      data: { status: 'ready', parts: { storage: 'ok', storage_fallback: 'failed' } },
    })
})

test('a check that hangs is not begun again before it ends: a hung mount would take all of the file threads', async () => {
  const readiness = new Readiness()
  const hung = Promise.withResolvers<void>()
  let begun = 0
  const check = () => {
    begun += 1
    return hung.promise
  }
  readiness.add({ name: 'storage', title: '文件存储', required: true, check })
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  for (const _ of [1, 2, 3]) {
    const checked = readiness.check()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await checked).toMatchObject([{ ok: false }])
  }
  vi.useRealTimers()
  expect([begun, readiness.isReady]).toEqual([1, false])
  hung.resolve()
  await expect.poll(() => readiness.check()).toMatchObject([{ ok: true }])
})

test('nobody waits for a part that is not required, however long it does not answer', async () => {
  const readiness = new Readiness()
  let begun = 0
  const check = () => {
    begun += 1
    return new Promise<void>(() => undefined)
  }
  readiness.add({ name: 'storage', title: '文件存储', required: false, check })
  const waits = new Promise((resolve) => setImmediate(resolve, 'it waits'))
  expect(await Promise.race([readiness.check(), waits])).toMatchObject([{ ok: true }])
  await expect.poll(() => readiness.check()).toMatchObject([{ ok: false }])
  expect([readiness.isReady, begun]).toEqual([true, 1])
})

test('the operator is told the state of all parts right now', async () => {
  const readiness = new Readiness()
  const check = () => Promise.reject(new Error('gone'))
  readiness.add({ name: 'storage', title: '文件存储', required: false, check })
  expect(await readiness.checkAll()).toMatchObject([{ ok: false }])
})

test('what is not required is named, and keeps the server ready', async () => {
  const part = {
    name: 'shared',
    title: '共用部分',
    required: false,
    check: () => Promise.reject(new Error('gone')),
  }
  app.services.readiness.add(part)
  await expect
    .poll(async () => (await app.nobody.get(READY)).data)
    .toMatchObject({ status: 'ready', parts: { shared: 'failed', database: 'ok' } })
})

test('a server whose connections are all in use is ready', async () => {
  const { db } = app.services
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  let held = 0
  const holding = Array.from({ length: 20 }, () =>
    db.connection().execute(async () => {
      held += 1
      await over
    }),
  )
  await expect.poll(() => held).toBe(20)
  expect(await ready()).toMatchObject({ status: 200 })
  end()
  await Promise.all(holding)
})

test('after SIGTERM it is not ready, but answers until STOP_DELAY is over', async () => {
  const { url, drop } = await cloneDatabase()
  const env = { DATABASE_URL: url, SECRET }
  const [patient, brief] = [
    startServer({ ...env, STOP_DELAY: '60' }),
    startServer({ ...env, STOP_DELAY: '1' }),
  ]
  const address = await patient.ready()
  await brief.ready()
  const over = brief.tell('SIGTERM')
  expect((await fetch(`${address}${READY}`)).status).toBe(200)
  patient.child.kill('SIGTERM')
  const state = async () => {
    const answer = await fetch(`${address}${READY}`)
    return { status: answer.status, body: await answer.json() }
  }
  await expect.poll(state).toMatchObject({ status: 503, body: { code: 503, msg: '服务正在停止' } })
  expect((await fetch(`${address}/api/common/captchas`, { method: 'POST' })).status).toBe(200)
  expect((await fetch(`${address}/api/common/live`)).status).toBe(200)
  // Ctrl-C does not wait for the delay.
  expect(await patient.tell('SIGINT')).toMatchObject({ status: 130 })
  expect(await over).toMatchObject({ status: 0 })
  await drop()
})
