import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openServices } from '../../../src/platform/open-services.ts'
import { openDriver } from '../../../src/platform/storage/open.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp } from '../../harness/harness.ts'
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
