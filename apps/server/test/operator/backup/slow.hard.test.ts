import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { verify } from '../../../src/operator/backup/verify.ts'
import { sha256 } from '../../../src/platform/codes.ts'
import { openServices } from '../../../src/platform/open-services.ts'
import { openDriver } from '../../../src/platform/storage/open.ts'
import { ensureDemo } from '../../../src/start/demo/ensure.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp } from '../../harness/harness.ts'
import { answersOf, lasting } from '../../openapi/answers.ts'
import { qiniuEnv, startQiniu } from '../../platform/storage/qiniu.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'
import { runCommand } from '../../processes/commands.ts'
import { digestsOf } from './digests.ts'

// A storage of 25 ms a request with 100,000 files, and a database that ends idle transactions after a second.

const FILES = 100_000
const REQUEST_MS = 25
const PAGE = 1_000
/** Files that are lost at the end. */
const LOST = 5_000

const s3 = await startS3()
const qiniu = await startQiniu()
const app = await startTestApp({ ...s3Env(s3.address), STORAGE_UPLOAD: 'server' })
const folder = await mkdtemp(join(tmpdir(), 'pianzhang-slow-backup-'))
afterAll(async () => {
  await app.close()
  await s3.close()
  await qiniu.close()
  await rm(folder, { recursive: true })
})

const impatient = (url: string) =>
  `${url}?options=${encodeURIComponent('-c idle_in_transaction_session_timeout=1s')}`

async function timed<T>(what: string, work: Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work
  console.log(`${what}: ${Math.round((performance.now() - began) / 1000)} s`)
  return result
}

const hashes = ({ files }: typeof s3) =>
  new Map([...files].map(([key, { content }]) => [key, sha256(content).toString('hex')]))

test('backup, verification, check and restore of 100,000 files in a slow storage; the copy is its origin in every answer and file', async () => {
  const { db } = app.services
  await ensureDemo(app.services)
  const there = s3.files.size
  await sql`insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at, unlinked_at)
    select project_id, code || n, file_name, length(n::text), kind, storage_key || '-' || n, false, creator_id, token_id || n, created_at, null
    from (select * from attachments where storage_key <> '' order by id limit 1) a, generate_series(1, ${FILES - there}) n`.execute(
    db,
  )
  const { rows } = await sql<{ key: string; content: string }>`
    select storage_key as key, substring(storage_key from '-(\\d+)$') as content from attachments where file_size < 10`.execute(
    db,
  )
  for (const { key, content } of rows) if (!s3.files.has(key)) s3.keep(key, Buffer.from(content))
  expect(s3.files.size).toBe(FILES)
  const first = await answersOf(app)
  const again = await answersOf(app)
  const compared = lasting(first, again)
  expect(compared.length).toBeGreaterThan(60)
  for (const storage of [s3, qiniu]) {
    storage.gate = () => sleep(REQUEST_MS)
    storage.pageSize = PAGE
  }

  const { services, close } = await openServices({
    config: app.services.config,
    databaseUrl: impatient(app.databaseUrl),
  })
  const file = join(folder, 'all.backup')
  const made = await timed('backup', backup(impatient(app.databaseUrl), services.storage, file))
  expect(made).toMatchObject({ files: FILES, lacking: 0 })
  expect(await timed('backup:verify', verify(file))).toMatchObject({ wrong: [], closing: made })
  expect(await timed('check', runCommand({ services }, 'check'))).toMatchObject({ failed: false })

  const target = await cloneDatabase()
  const copy = await startTestApp(
    { ...qiniuEnv(qiniu.address), STORAGE_UPLOAD: 'server' },
    { database: target },
  )
  const to = await openDriver(copy.services.config, 'qiniu')
  expect(await timed('restore', restore(impatient(target.url), to, file))).toEqual(made)
  expect(hashes(qiniu)).toEqual(hashes(s3))
  expect(await digestsOf(target.url)).toEqual(await digestsOf(app.databaseUrl))
  qiniu.gate = null
  const copied = await answersOf(copy)
  for (const path of compared) expect([path, copied[path]]).toEqual([path, again[path]])
  await copy.close()

  // After files were deleted from the bucket, `check` looks up each missing one again by a request of its own, and still ends.
  for (const key of [...s3.files.keys()].slice(0, LOST)) s3.files.delete(key)
  expect(await timed('check of a bucket that lost files', runCommand({ services }, 'check'))).toMatchObject({
    failed: true,
    message: expect.stringMatching(/另有 \d{4} 处同类问题/),
  })
  await close()
})
