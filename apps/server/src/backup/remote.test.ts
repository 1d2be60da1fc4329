import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keyOf, startUploads } from '../modules/attachments/testing-app.ts'
import { readConfig } from '../platform/config.ts'
import { openDriver } from '../platform/storage/open.ts'
import { StorageDown } from '../platform/storage/remote.ts'
import { qiniuEnv, startQiniu } from '../platform/storage/testing-qiniu.ts'
import { s3Env, startS3 } from '../platform/storage/testing-s3.ts'
import { cloneDatabase } from '../testing/database.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const s3 = await startS3()
const qiniu = await startQiniu()
const env = { ...s3Env(s3.address), STORAGE_UPLOAD: 'server' }
const { app, uploaded, picture } = await startUploads(env, { patience: { idleMs: 500, backoffMs: 1 } })
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
