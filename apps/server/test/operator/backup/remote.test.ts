import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { checkAll } from '../../../src/operator/check/check.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openServices } from '../../../src/platform/open-services.ts'
import { openDriver } from '../../../src/platform/storage/open.ts'
import { StorageDown } from '../../../src/platform/storage/remote.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp } from '../../harness/harness.ts'
import { keyOf, startUploads } from '../../modules/attachments/app.ts'
import { qiniuEnv, startQiniu } from '../../platform/storage/qiniu.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'
import { runCommand } from '../../processes/commands.ts'

const s3 = await startS3()
const qiniu = await startQiniu()
const env = { ...s3Env(s3.address), STORAGE_UPLOAD: 'server' }
const { app, uploaded, picture } = await startUploads(
  startTestApp(env, { timeouts: { idleMs: 500, backoffMs: 1 } }),
)
const folder = await mkdtemp(join(tmpdir(), 'pianzhang-remote-backup-'))
afterAll(async () => {
  await app.close()
  await s3.close()
  await qiniu.close()
  await rm(folder, { recursive: true })
})

test('a backup has the files of a remote storage, and restores them into another one', async () => {
  await uploaded(keyOf('a', 'png'), picture)
  await uploaded(keyOf('b', 'png'), picture)
  const file = join(folder, 'whole.backup')
  const made = await backup(app.databaseUrl, app.services.storage, file)
  expect(made.files).toBe(4)
  const target = await cloneDatabase()
  try {
    const to = await openDriver(readConfig(qiniuEnv(qiniu.address), folder), 'qiniu')
    expect(await restore(target.url, to, file)).toEqual(made)
    expect([...qiniu.files].map(([key, { content }]) => [key, content.toString('base64')]).sort()).toEqual(
      [...s3.files].map(([key, { content }]) => [key, content.toString('base64')]).sort(),
    )
  } finally {
    await target.drop()
  }
})

test('a file that breaks off fails the backup, which leaves nothing', async () => {
  s3.fault = 'cut'
  const file = join(folder, 'broken.backup')
  await expect(backup(app.databaseUrl, app.services.storage, file)).rejects.toThrow(StorageDown)
  s3.fault = null
  expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([])
})

/** The transactions of a database that wait for their client. */
const idleTransactions = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(`select application_name, query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
    return rows
  })

test('backup, restore and check have no transaction open while the storage works', async () => {
  const { services, databaseUrl } = app
  const target = await cloneDatabase()
  const found: unknown[] = []
  let requests = 0
  const look = (url: string) => async () => {
    requests += 1
    found.push(...(await idleTransactions(url)))
  }
  qiniu.files.clear()
  s3.gate = look(databaseUrl)
  qiniu.gate = look(target.url)
  try {
    const file = join(folder, 'watched.backup')
    const made = await backup(databaseUrl, services.storage, file)
    expect(made).toMatchObject({ files: 4, lacking: 0 })
    const to = await openDriver(readConfig(qiniuEnv(qiniu.address), folder), 'qiniu')
    expect(await restore(target.url, to, file)).toEqual(made)
    expect(qiniu.files.size).toBe(4)
    expect(await checkAll(services)).toMatchObject({ findings: [] })
    expect(found).toEqual([])
    expect(requests).toBeGreaterThan(12)
  } finally {
    s3.gate = null
    qiniu.gate = null
    await target.drop()
  }
})

test('of two restores into one database the second is refused, and removes no file of the first', async () => {
  const file = join(folder, 'twice.backup')
  const made = await backup(app.databaseUrl, app.services.storage, file)
  const target = await cloneDatabase()
  const to = await openDriver(readConfig(qiniuEnv(qiniu.address), folder), 'qiniu')
  qiniu.files.clear()
  const { promise, resolve } = Promise.withResolvers<void>()
  let stored = 0
  qiniu.gate = async () => {
    stored += 1
    await promise
  }
  const first = restore(target.url, to, file)
  await expect.poll(() => stored).toBeGreaterThan(0)
  await expect(restore(target.url, to, file)).rejects.toThrow('另一个恢复正在此数据库中进行')
  qiniu.gate = null
  resolve()
  expect(await first).toEqual(made)
  expect(qiniu.files.size).toBe(made.files)
  await expect(restore(target.url, to, file)).rejects.toThrow('数据库中已有公司')
  expect(qiniu.files.size).toBe(made.files)
  await target.drop()
})

test('a file that is removed after a backup has looked for it is lacking; the others are there', async () => {
  const local = await openDriver(readConfig({}, join(folder, 'local')), 'local')
  for (const key of s3.files.keys()) {
    const copy = await app.services.storage.localCopy(key)
    if (copy) await local.putNew(key, copy.path)
  }
  const [first] = [...s3.files.keys()].sort()
  const localCopy = async (key: string) => {
    const copy = await local.localCopy(key)
    if (key === first) await local.remove(key)
    return copy
  }
  const made = await backup(app.databaseUrl, { ...local, localCopy }, join(folder, 'removed.backup'))
  expect(made).toMatchObject({ files: s3.files.size - 1, lacking: 1 })
})

test('a backup of a storage that lacks files names them, fails, and says so again when it is restored', async () => {
  const { services, databaseUrl } = app
  const [lost = '', removed = ''] = [...s3.files.keys()].filter((key) => !key.includes('thumb')).sort()
  const kept = s3.files.get(lost)
  for (const key of [lost, removed]) s3.files.delete(key)
  // The clean-up removes the row of one of them after the snapshot.
  s3.gate = async () => {
    s3.gate = null
    await services.db.deleteFrom('attachments').where('storage_key', '=', removed).execute()
  }
  const to = join(folder, 'lacking.backup')
  const { failed, message, data } = await runCommand({ services, databaseUrl }, 'backup', { to })
  expect([failed, data]).toEqual([true, { rows: expect.any(Number), files: 2, lacking: 1 }])
  expect(message).toMatch(
    new RegExp(`^存储中缺少 1 个文件：\n {2}${lost}（[ab]\\.png）\n备份不完整：.*没有上述 1 个文件`),
  )
  const target = await cloneDatabase()
  const other = await openServices({
    config: readConfig({}, join(folder, 'data')),
    databaseUrl: target.url,
  })
  const restored = await runCommand(
    { services: other.services, databaseUrl: target.url, served: async () => false },
    'restore',
    { from: to },
  )
  expect(restored.data).toMatchObject({ files: 2, lacking: 1 })
  expect(restored.message).toMatch(new RegExp(`已缺少 1 个文件，这些文件无法恢复.*\n {2}${lost}`, 's'))
  await other.close()
  await target.drop()
  if (kept) s3.files.set(lost, kept)
})

test('a restore puts every file into the storage in use, not only those that its fallback lacks', async () => {
  const file = join(folder, 'moving.backup')
  const made = await backup(app.databaseUrl, app.services.storage, file)
  const target = await cloneDatabase()
  qiniu.files.clear()
  const env = { ...s3Env(s3.address), ...qiniuEnv(qiniu.address), STORAGE_FALLBACK: 's3' }
  const { services, close } = await openServices({
    config: readConfig(env, join(folder, 'moving')),
    databaseUrl: target.url,
  })
  const served = async () => false
  await runCommand({ services, databaseUrl: target.url, served }, 'restore', { from: file })
  expect(qiniu.files.size).toBe(made.files)
  // Vacuumed and analyzed, for whoever reads first.
  const { rows } = await sql`select relallvisible = relpages as visible, reltuples > 0 as counted
    from pg_class where oid = 'users'::regclass`.execute(services.db)
  expect(rows).toEqual([{ visible: true, counted: true }])
  await close()
  await target.drop()
})
