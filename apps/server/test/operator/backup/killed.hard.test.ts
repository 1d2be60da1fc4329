import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import type { Closing } from '../../../src/operator/backup/manifest.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { verify } from '../../../src/operator/backup/verify.ts'
import { type EmbeddedPostgres, startPostgres } from '../../../src/platform/database/embedded-postgres.ts'
import { migrate } from '../../../src/platform/database/migrations/migrate.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { withClient } from '../../harness/client.ts'
import { digestsOf } from './digests.ts'

// The database is killed in the middle of a backup and of a restore; it starts again by itself.

const ROWS = 600_000
const FILES = 2_000

let folder: string
let origin: EmbeddedPostgres
let target: EmbeddedPostgres
let storage: Storage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-killed-'))
  const settings = { fsync: 'off' }
  origin = await startPostgres({ dataDir: join(folder, 'origin'), settings })
  target = await startPostgres({ dataDir: join(folder, 'target'), settings })
  storage = await openLocalStorage(join(folder, 'origin'))
  await migrate(origin.url)
  await withClient(origin.url, async (client) => {
    await client.query(`insert into companies (code, name, granted_count) values ('one', '公司', 1)`)
    await client.query(
      `insert into users (code, company_id, name, phone, password_hash) values ('one', 1, '林岚', '13900000000', '')`,
    )
    await client.query(
      `insert into projects (code, company_id, name, creator_id, expire_at) values ('one', 1, '雪线', 1, '2099-01-01')`,
    )
    await client.query(`insert into audit_logs (company_id, created_at, user_name, action, resource, code, label, address, request_id)
      select 1, now(), '林岚', 'update', 'project', 'one', repeat(md5(n::text), 4), '', '' from generate_series(1, ${ROWS}) n`)
    await client.query(`insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at, unlinked_at)
      select 1, 'a' || n, '凭证.png', 1, 'png', 'attachments/one/' || n || '.png', false, 1, 't' || n, now(), null from generate_series(1, ${FILES}) n`)
  })
  for (let n = 1; n <= FILES; n += 1) {
    const temp = await storage.temp()
    await writeFile(temp, String(n))
    await storage.put(`attachments/one/${n}.png`, temp)
  }
})
afterAll(async () => {
  await Promise.all([origin?.stop(), target?.stop()])
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Kills every process of a cluster, as a machine that loses its power; resolves when it answers again. */
async function kill(server: EmbeddedPostgres): Promise<void> {
  const { pid } = server
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(
    async () => {
      expect(server.pid).not.toBe(pid)
      await withClient(server.url, (client) => client.query('select 1'))
    },
    { timeout: 60_000, interval: 200 },
  )
}

const settled = async (work: Promise<Closing>) =>
  await work.then(
    () => 'done',
    (error: Error) => error.message,
  )

test('while the tables are read the backup fails and leaves nothing; the next one is whole', async () => {
  const file = join(folder, 'tables.tar.gz')
  const outcome = settled(backup(origin.url, storage, file))
  await vi.waitFor(
    () => expect(existsSync(`${file}.part`) && statSync(`${file}.part`).size).toBeGreaterThan(1_000_000),
    {
      timeout: 60_000,
      interval: 5,
    },
  )
  await kill(origin)
  expect(await outcome).toMatch(/Connection terminated|terminating connection|canceling statement|ECONNRESET/)
  expect((await readdir(folder)).filter((name) => name.startsWith('tables'))).toEqual([])
  expect(await backup(origin.url, storage, file)).toMatchObject({ files: FILES, lacking: 0 })
  expect(await verify(file)).toMatchObject({ wrong: [] })
})

test('while the files are read the backup goes on without the database', async () => {
  const file = join(folder, 'files.tar.gz')
  let read = 0
  const slow: Storage = {
    ...storage,
    localCopy: async (key) => {
      read += 1
      await sleep(5)
      return await storage.localCopy(key)
    },
  }
  const outcome = settled(backup(origin.url, slow, file))
  await vi.waitFor(() => expect(read).toBeGreaterThan(100), { timeout: 120_000, interval: 5 })
  await kill(origin)
  expect(await outcome).toBe('done')
  expect(await verify(file)).toMatchObject({ wrong: [], closing: { files: FILES, lacking: 0 } })
})

test('while the rows are restored nothing of them stays; the same command goes on where it was', async () => {
  const file = join(folder, 'tables.tar.gz')
  const to = await openLocalStorage(join(folder, 'target'))
  const added: string[] = []
  const counting: Storage = {
    ...to,
    putNew: async (key, temp) => {
      const isNew = await to.putNew(key, temp)
      if (isNew) added.push(key)
      return isNew
    },
  }
  const outcome = settled(restore(target.url, counting, file))
  await vi.waitFor(
    () =>
      withClient(target.adminUrl, async (client) => {
        const { rows } = await client.query(
          `select count(*)::int4 as loading from pg_stat_activity where query ilike 'copy public."audit_logs"%' and state = 'active'`,
        )
        expect(rows).toEqual([{ loading: 1 }])
      }),
    { timeout: 120_000, interval: 20 },
  )
  await kill(target)
  expect(await outcome).toMatch(
    /^恢复中断，数据库没有改动；已写入的 2000 个文件保留。排除故障后用同一条命令重新运行/,
  )
  expect(added).toHaveLength(FILES)
  expect(await restore(target.url, counting, file)).toMatchObject({ files: FILES, lacking: 0 })
  // None was written a second time.
  expect(added).toHaveLength(FILES)
  expect(await digestsOf(target.url)).toEqual(await digestsOf(origin.url))
})
