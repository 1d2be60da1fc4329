import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { verify } from '../../../src/operator/backup/verify.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { ensureDemo } from '../../../src/start/demo/ensure.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { book, paymentTypeId, subjectCode } from '../../harness/ledger.ts'
import { logIn } from '../../harness/login.ts'
import { turnOn } from '../../harness/second-factor.ts'
import { fullWorld } from '../../openapi/full-world.ts'
import { runCommand } from '../../processes/commands.ts'

withAllSubjects()

let uploads: Awaited<ReturnType<typeof startUploads>>
let app: TestApp
let folder: string
beforeAll(async () => {
  uploads = await startUploads(startTestApp())
  app = uploads.app
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-company-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const run = (name: string, values: Record<string, string> = {}) =>
  runCommand({ services: app.services, databaseUrl: app.databaseUrl }, name, values)

/** The number of rows of every table, and of stored files. */
async function stock(url = app.databaseUrl): Promise<Record<string, number>> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows)
      counts[name] = Number((await client.query(`select count(*) as n from "${name}"`)).rows[0].n)
    return counts
  })
}
const files = async () => {
  const entries = await readdir(join(app.services.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).length
}
/** Rows that belong to no company, and to machines. */
const OTHERS = ['captchas', 'attempts', 'jobs', 'backups', 'sizes', 'migrations']
const own = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !OTHERS.includes(name)))

test('a company with a record of every kind is exported and leaves nothing; another one keeps everything', async () => {
  const before = { rows: own(await stock()), files: await files() }
  const { home } = await fullWorld(app, '被删')
  await uploads.uploaded(keyOf('凭证', 'png'), uploads.picture, home.admin)
  await turnOn(app, home.admin)
  expect((await logIn(app, home.admin.phone)).data).toHaveProperty('second_factor_token')
  const { code, name } = (await home.admin.get('/sessions/profile')).data.company
  const file = join(folder, 'export.tar.gz')

  await expect(run('company:delete', { company: code, export: file, name: '别的名称' })).rejects.toThrow(
    `与公司名称“${name}”不符，未删除任何数据：--name`,
  )
  // Not on a terminal nobody can be asked.
  await expect(run('company:delete', { company: code, export: file })).rejects.toThrow('--name')
  await expect(run('company:delete', { company: 'nobody', export: file, name })).rejects.toThrow(
    '没有编码为 nobody',
  )
  expect((await home.admin.get('/projects')).code).toBe(0)
  await expect(
    run('company:delete', { company: code, export: join(folder, 'no', 'such'), name }),
  ).rejects.toThrow('文件夹不存在')
  // It failed before anything was deleted: people go on.
  expect((await home.admin.get('/projects')).code).toBe(0)

  const there = await stock()
  // The other attachments of this world are rows without files.
  const done = await run('company:delete', { company: code, export: file, name, lacking: 'accept' })
  expect(done.message).toContain(`已删除公司“${name}”及其全部数据`)
  expect({ rows: own(await stock()), files: await files() }).toEqual(before)
  expect((await home.admin.get('/projects')).code).toBe(401)

  // The export is a backup of this company alone.
  const target = await cloneDatabase()
  const storage = await openLocalStorage(await mkdtemp(join(folder, 'target-')))
  const restored = await restore(target.url, storage, file)
  expect(restored).toMatchObject({ rows: done.data.rows, files: 2 })
  const copy = await stock(target.url)
  for (const table of ['payments', 'contracts', 'invoices', 'petty_cash', 'users', 'attachments'])
    expect([table, copy[table]]).toEqual([table, (there[table] ?? 0) - (before.rows[table] ?? 0)])
  await target.drop()
})

test('what is being written when it is stopped is in the export; an upload admitted later is refused', async () => {
  const { admin } = await app.company()
  const { code, name } = (await admin.get('/sessions/profile')).data.company
  const project = await newProject(admin)
  const person = admin.on(project)
  const line = {
    subject_three_code: await subjectCode(person, '24000101'),
    pay_category_id: await paymentTypeId(person, '定金'),
    pay_amount: '12.34',
  }
  const key = keyOf('凭证', 'png')
  const token = await uploads.tokenFor(key, person)
  // The payment is held between its check and its commit.
  const held = await hold(app.databaseUrl, 'lock table payment_lines in share mode')
  const saved = book(person, line)
  await untilWaiting(app.databaseUrl)
  const file = join(folder, 'held.tar.gz')
  const deleted = run('company:delete', { company: code, export: file, name })
  await vi.waitFor(async () => expect((await admin.get('/projects')).code).not.toBe(0))
  expect((await uploads.send(token, key, uploads.picture)).code).not.toBe(0)
  await untilWaiting(app.databaseUrl, 2)
  await held.release()
  expect((await saved).status).toBe(200)
  await deleted
  const target = await cloneDatabase()
  await restore(target.url, await openLocalStorage(await mkdtemp(join(folder, 'held-'))), file)
  expect(await stock(target.url)).toMatchObject({ payments: 1, attachments: 0 })
  await target.drop()
})

test('a backup of everything beside the deletion is whole but for the files that went with it', async () => {
  const { admin } = await app.company()
  const { code, name } = (await admin.get('/sessions/profile')).data.company
  await uploads.uploaded(keyOf('凭证', 'png'), uploads.picture, admin.on(await newProject(admin)))
  const kept = (await backup(app.databaseUrl, app.services.storage, join(folder, 'before.tar.gz'))).files
  const { storage } = app.services
  let deleting: Promise<unknown> | undefined
  // It has its rows when it asks for the first file.
  const slow = Object.assign(Object.create(storage) as Storage, {
    localCopy: async (key: string) => {
      deleting ??= run('company:delete', { company: code, export: join(folder, 'beside.tar.gz'), name })
      await deleting
      return await storage.localCopy(key)
    },
  })
  const file = join(folder, 'all.tar.gz')
  const made = await backup(app.databaseUrl, slow, file)
  // A picture and its thumbnail.
  expect(made).toMatchObject({ files: kept - 2, lacking: 0 })
  expect(await verify(file)).toMatchObject({ wrong: [], closing: made })
})

test('its operation log can be deleted with it alone', async () => {
  const { id } = await app.company()
  await expect(sql`delete from audit_logs where company_id = ${id}`.execute(app.services.db)).rejects.toThrow(
    'append only',
  )
})

test('with files that the storage lacks it is kept, unless that is accepted', async () => {
  const { home } = await fullWorld(app, '缺文件')
  const { code, name } = (await home.admin.get('/sessions/profile')).data.company
  const values = { company: code, name }
  await expect(run('company:delete', { ...values, export: join(folder, 'one.tar.gz') })).rejects.toThrow(
    /文件不完整，未删除任何数据.*--lacking accept/s,
  )
  expect((await home.admin.get('/projects')).code).toBe(0)
  await run('company:delete', { ...values, export: join(folder, 'two.tar.gz'), lacking: 'accept' })
  expect((await home.admin.get('/projects')).code).toBe(401)
})

test('the demo company goes with all that it has', async () => {
  const before = { rows: own(await stock()), files: await files() }
  await ensureDemo(app.services)
  expect((await run('company:demo-remove')).message).toContain('已删除演示公司')
  expect({ rows: own(await stock()), files: await files() }).toEqual(before)
  await expect(run('company:demo-remove')).rejects.toThrow('没有演示公司')
})
