import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JOB_LABELS } from '@pianzhang/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../src/platform/config.ts'
import { Jobs } from '../../../src/platform/jobs.ts'
import { backupDiskWarning } from '../../../src/views/system/disk.ts'
import { noteSizes } from '../../../src/views/system/sizes.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'

let uploads: Awaited<ReturnType<typeof startUploads>>
let app: TestApp
beforeAll(async () => {
  uploads = await startUploads(startTestApp())
  app = uploads.app
})
afterAll(async () => await app.close())

const never = new AbortController().signal

test('the super administrator of the only company sees the state; nobody else does', async () => {
  const { admin, clerk } = uploads
  const { data } = await admin.get('/system')
  expect(data).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: { ready: true, bytes: expect.any(Number), week_bytes: null },
    storage: { ready: true, files: null },
    backups: [],
    slow: [],
  })
  expect(data.disk.free_bytes).toBeGreaterThan(0)
  expect(data.people.map(({ name }: { name: string }) => name)).toContain(
    (await admin.get('/sessions/profile')).data.name,
  )
  // No secrets: the database's address without its password.
  expect(JSON.stringify(data)).not.toMatch(/postgres:\/\//)
  expect(await clerk.get('/system')).toMatchObject({ status: 403 })
  expect((await admin.get('/sessions/profile')).data.is_operator).toBe(true)
  expect((await clerk.get('/sessions/profile')).data.is_operator).toBe(false)
})

test('the operator alone is told which of their own data the server lacks', async () => {
  const { services } = app
  const { site } = services
  services.site = { ...site, lacking: ['company', 'icp'] }
  const notice = expect.stringMatching(/^运营者资料不完整：.*没有 company、icp（/)
  const noticesOf = async (person: typeof uploads.admin) =>
    (await person.get('/sessions/profile')).data.notices
  expect(await noticesOf(uploads.admin)).toEqual([notice])
  expect((await uploads.admin.get('/system')).data.warnings).toContainEqual(notice)
  expect(await noticesOf(uploads.clerk)).toEqual([])
  services.site = site
  expect(await noticesOf(uploads.admin)).toEqual([])
})

test('on a server with several companies it belongs to the phones of OPERATOR_PHONES alone', async () => {
  const other = await startTestApp()
  const one = await other.company()
  expect((await one.admin.get('/system')).status).toBe(200)
  const two = await other.company()
  for (const { admin } of [one, two]) {
    expect((await admin.get('/system')).status).toBe(403)
    expect((await admin.get('/sessions/profile')).data.is_operator).toBe(false)
  }
  other.services.config.operatorPhones = [two.admin.phone]
  expect((await two.admin.get('/system')).status).toBe(200)
  expect((await one.admin.get('/system')).status).toBe(403)
  await other.close()
})

test('an embedded database that lies beside the one in use is named', async () => {
  const { config } = app.services
  const warnings = async () => (await uploads.admin.get('/system')).data.warnings as string[]
  const unused = expect.stringContaining('另有一个内置数据库')
  await mkdir(join(config.dataDir, 'postgres'))
  expect(await warnings()).not.toContainEqual(unused)
  config.databaseUrl = app.databaseUrl
  expect(await warnings()).toContainEqual(unused)
  config.databaseUrl = null
  await rm(join(config.dataDir, 'postgres'), { recursive: true })
})

test('what is unwise is said without calling it wrong: a test setting, no alerts, no copy elsewhere', async () => {
  const { services } = app
  const { config } = services
  const notes = async () => (await uploads.admin.get('/system')).data.notes as string[]
  const said = ['NODE_ENV', 'CAPTCHA_FIXED', '没有设置提醒', '没有异地备份'].map((text) =>
    expect.stringContaining(text),
  )
  services.config = { ...config, production: false, captchaFixed: 'look' }
  expect(await notes()).toEqual(said)
  services.config = { ...config, production: true, captchaFixed: null, backupRepository: '/mnt/copies' }
  services.config.alerts = { webhook: new URL('http://127.0.0.1:1/'), mail: null }
  expect(await notes()).toEqual([])
  // As where another program keeps the backups, and has read one back.
  services.config.backupRepository = null
  await sql`insert into backups (content, target, started_at, ended_at, lacking, verified_at)
    values ('all', '标准输出', now(), now(), 0, now())`.execute(services.db)
  expect(await notes()).toEqual([])
  await sql`delete from backups`.execute(services.db)
  services.config = config
})

test('the disk of the backups is watched, where it is another one', async () => {
  const { services } = app
  const shown = async () => (await uploads.admin.get('/system')).data.backup_disk
  const add = (target: string) =>
    sql`insert into backups (content, target, started_at, ended_at, lacking) values ('all', ${target}, now(), now(), 0)`.execute(
      services.db,
    )
  await add(join(services.config.dataDir, 'one.tar.gz'))
  await add('/not/on/this/server/one.tar.gz')
  expect(await shown()).toBeNull()
  // A file system of its own on every Linux.
  await add('/proc/self/one.tar.gz')
  expect(await shown()).toMatchObject({ folder: '/proc/self' })
  await sql`delete from backups`.execute(services.db)
  const full = { folder: '/backups', free_bytes: 9, total_bytes: 100 }
  expect(backupDiskWarning(full)).toContain('备份文件夹 /backups 所在磁盘仅剩 9%')
  expect(backupDiskWarning({ ...full, free_bytes: 10 })).toBeNull()
})

test('sizes are noted once a day, and say what a week has added', async () => {
  const { services } = app
  await uploads.uploaded(keyOf('凭证', 'png'), uploads.picture)
  const on = (day: string) =>
    noteSizes({ db: services.db, clock: () => new Date(`${day}T12:00:00+08:00`) }, never)
  await on('2026-11-10')
  await sql`update sizes set database_bytes = database_bytes - 5000, file_bytes = 0`.execute(services.db)
  await on('2026-11-18')
  await on('2026-11-18')
  const { data } = await uploads.admin.get('/system')
  expect(data.database.week_bytes).toBeGreaterThanOrEqual(5000)
  expect(data.storage).toMatchObject({
    files: 1,
    bytes: uploads.picture.length,
    week_bytes: uploads.picture.length,
  })
  const { rows } = await sql<{ days: number }>`select count(*)::int4 as days from sizes`.execute(services.db)
  expect(rows).toEqual([{ days: 2 }])
})

test('a job that failed is shown with its reason and runs again when it is asked to', async () => {
  const { services } = app
  // Only jobs with a label are shown.
  expect(Object.keys(JOB_LABELS)).toEqual(expect.arrayContaining([...app.jobs.state().keys()]))
  let fails = true
  const jobs = new Jobs(services, [
    {
      name: 'orphans',
      everyMs: 3600_000,
      run: async () => {
        if (fails) throw new Error('the storage is away')
      },
    },
  ])
  await jobs.runDue()
  const shown = async () =>
    (await uploads.admin.get('/system')).data.jobs.find(({ name }: { name: string }) => name === 'orphans')
  expect(await shown()).toMatchObject({ failures: 1, failure: 'the storage is away', ended_at: null })
  expect((await uploads.admin.get('/system')).data.warnings).toContain(
    '清理存储中无记录的文件：连续失败 1 次，原因和“重试”见系统状态页',
  )
  fails = false
  await jobs.runDue()
  // Its lease keeps it away for ten minutes.
  expect(await shown()).toMatchObject({ failures: 1 })
  expect((await uploads.clerk.post('/system/jobs/orphans/retry')).status).toBe(403)
  expect(await uploads.admin.post('/system/jobs/orphans/retry')).toMatchObject({ code: 0 })
  await jobs.runDue()
  expect(await shown()).toMatchObject({ failures: 0, failure: '', ended_at: expect.any(String) })
  expect((await uploads.admin.post('/system/jobs/orphans/retry')).status).toBe(404)
  const [entry] = (await uploads.admin.get('/audit_logs', { resource: 'system' })).data.items
  expect(entry).toMatchObject({ action: 'update', record: '清理存储中无记录的文件' })
})

test('every secret can come from a file, without its last newline; mistakes are named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pianzhang-secrets-'))
  const path = join(folder, 'url')
  await writeFile(path, 'postgres://one:p%40ss@127.0.0.1:5432/books\n')
  await writeFile(join(folder, 'secret'), 'a-secret-of-sixteen\r\n')
  const env = { DATABASE_URL_FILE: path, SECRET_FILE: join(folder, 'secret') }
  expect(readConfig(env, folder)).toMatchObject({
    databaseUrl: 'postgres://one:p%40ss@127.0.0.1:5432/books',
    secret: 'a-secret-of-sixteen',
  })
  expect(() => readConfig({ ...env, SECRET: 'another-one-of-sixteen' }, folder)).toThrow(
    '环境变量 SECRET 和 SECRET_FILE 只能设置一个',
  )
  await writeFile(join(folder, 'empty'), '\n')
  const wrong = { DATABASE_URL_FILE: join(folder, 'none'), SECRET_FILE: join(folder, 'empty') }
  expect(() => readConfig(wrong, folder)).toThrow(
    new RegExp(
      `无法读取环境变量 DATABASE_URL_FILE 的文件 ${folder}/none.*\n.*SECRET_FILE 的文件 ${folder}/empty 是空的`,
    ),
  )
  expect(() =>
    readConfig({ OPERATOR_PHONES: '123', SMTP_URL: 'http://x', ALERT_WEBHOOK: 'x' }, folder),
  ).toThrow(ConfigError)
  expect(() => readConfig({ ALERT_MAIL_TO: 'a@example.com' }, folder)).toThrow(
    'ALERT_MAIL_TO 和 SMTP_URL 须同时设置',
  )
  expect(readConfig({ OPERATOR_PHONES: '13900000000，13900000001' }, folder).operatorPhones).toEqual([
    '13900000000',
    '13900000001',
  ])
  await rm(folder, { recursive: true })
})
