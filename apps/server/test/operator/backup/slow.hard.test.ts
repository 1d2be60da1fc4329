import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openServices } from '../../../src/platform/open-services.ts'
import { openDriver } from '../../../src/platform/storage/open.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { keyOf, startUploads } from '../../modules/attachments/app.ts'
import { qiniuEnv, startQiniu } from '../../platform/storage/qiniu.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'
import { runCommand } from '../../processes/commands.ts'

// A storage of 25 ms a request with 10,000 files, and a database that ends idle transactions after a second.

const FILES = 10_000
const REQUEST_MS = 25
const PAGE = 1_000

const s3 = await startS3()
const qiniu = await startQiniu()
const { app, uploaded, picture } = await startUploads({ ...s3Env(s3.address), STORAGE_UPLOAD: 'server' })
const folder = await mkdtemp(join(tmpdir(), 'pianzhang-slow-backup-'))
afterAll(async () => {
  await app.close()
  await s3.close()
  await qiniu.close()
  await rm(folder, { recursive: true })
})

const impatient = (url: string) =>
  `${url}?options=${encodeURIComponent('-c idle_in_transaction_session_timeout=1s')}`

test('backup, check and restore of 10,000 files in a slow storage', async () => {
  await uploaded(keyOf('凭证', 'png'), picture)
  await sql`insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at)
    select project_id, code || n, file_name, 7, kind, replace(storage_key, '.png', n || '.png'), false, creator_id, token_id || n, created_at
    from attachments, generate_series(3, ${FILES}) n`.execute(app.services.db)
  const keys = await app.services.db.selectFrom('attachments').select('storage_key').execute()
  for (const { storage_key: key } of keys) if (!s3.files.has(key)) s3.keep(key, Buffer.from('picture'))
  expect(s3.files.size).toBe(FILES)
  for (const storage of [s3, qiniu]) {
    storage.gate = () => sleep(REQUEST_MS)
    storage.pageSize = PAGE
  }

  const { services, close } = await openServices({
    config: app.services.config,
    databaseUrl: impatient(app.databaseUrl),
  })
  const file = join(folder, 'all.backup')
  const made = await backup(impatient(app.databaseUrl), services.storage, file)
  expect(made).toMatchObject({ files: FILES, lacking: 0 })
  expect(await runCommand({ services }, 'check')).toMatchObject({ failed: false })

  const target = await cloneDatabase()
  const to = await openDriver(readConfig(qiniuEnv(qiniu.address), folder), 'qiniu')
  expect(await restore(impatient(target.url), to, file)).toEqual(made)
  expect(qiniu.files.size).toBe(FILES)
  await target.drop()

  // The bucket is lost: each file is asked for once more, and the check comes to its end.
  s3.files.clear()
  expect(await runCommand({ services }, 'check')).toMatchObject({
    failed: true,
    message: expect.stringMatching(/另有 9980 处同类问题/),
  })
  await close()
}, 900_000)
