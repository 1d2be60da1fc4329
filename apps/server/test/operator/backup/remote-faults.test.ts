import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { checkAll } from '../../../src/operator/check/check.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openDriver } from '../../../src/platform/storage/open.ts'
import { StorageDown } from '../../../src/platform/storage/remote.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp } from '../../harness/harness.ts'
import { qiniuEnv, startQiniu } from '../../platform/storage/qiniu.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'

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

beforeAll(async () => {
  await uploaded(keyOf('a', 'png'), picture)
  await uploaded(keyOf('b', 'png'), picture)
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
