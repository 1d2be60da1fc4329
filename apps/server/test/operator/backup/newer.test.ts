import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { Entries } from '../../../src/operator/backup/entries.ts'
import { MANIFEST, type Manifest, TABLES } from '../../../src/operator/backup/manifest.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import {
  migrate,
  migrationNames,
  missingMigrations,
} from '../../../src/platform/database/migrations/migrate.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { withClient } from '../../harness/client.ts'
import { emptyDatabase, type TestDatabase } from '../../harness/database.ts'

// After the way back from an upgrade the older program works on the newer version's database, where that version allows it.

let folder: string
let storage: Storage
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-newer-'))
  storage = await openLocalStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  database = await emptyDatabase()
  await migrate(database.url)
  return () => database.drop()
})

/** As a newer version leaves it, beside which programs that know `compatible` may work; null: none. */
const becomeNewer = (compatible: string | null) =>
  withClient(database.url, async (client) => {
    await client.query(
      "insert into migrations (name, checksum, compatible_from) values ('9990_newer.sql', '', $1)",
      [compatible],
    )
    await client.query("create table of_newer as select 'kept' as words from generate_series(1, 3)")
  })

test('commands work where the server does, and a backup has what only the newer version knows', async () => {
  await becomeNewer('0001')
  expect(await missingMigrations(database.url, 'serve')).toEqual([])
  const file = join(folder, 'newer.tar.gz')
  await backup(database.url, storage, file)
  const entries = new Map<string, string>()
  const extract = tar.extract()
  const read = pipeline(createReadStream(file), createGunzip(), extract as never)
  for await (const entry of extract) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    entries.set(entry.header.name, Buffer.concat(chunks).toString())
  }
  await read
  expect((JSON.parse(entries.get(MANIFEST) ?? '') as Manifest).migrations.at(-1)).toBe('9990_newer.sql')
  expect(entries.get(`${TABLES}of_newer/000001`)).toBe('kept\nkept\nkept\n')
})

test('where the newer version does not allow it, they are refused', async () => {
  await becomeNewer(null)
  await expect(missingMigrations(database.url, 'serve')).rejects.toThrow('更新的版本创建（9990_newer.sql）')
})

test('what a backup of an older program holds and this version leaves out is not restored', async () => {
  const file = join(folder, 'older-program.tar.gz')
  const pack = tar.pack()
  const written = pipeline(pack as never, createGzip(), createWriteStream(file))
  const entries = new Entries(pack)
  const captchas = { name: 'captchas', columns: ['code'] }
  const companies = { name: 'companies', columns: ['id', 'code', 'name', 'granted_count'] }
  const manifest: Manifest = {
    ...{ product: 'pianzhang', format: 1, sums: true, rows_only: false },
    made_at: '2026-11-29T00:00:00Z',
    migrations: await migrationNames(),
    tables: [captchas, companies],
  }
  await entries.add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
  await entries.add(`${TABLES}captchas/000001`, Buffer.from('one\ntwo\n'))
  await entries.add(`${TABLES}companies/000001`, Buffer.from('7\tabc\t老公司\t3\n'))
  await entries.finish({ rows: 3, files: 0, lacking: 0 } as never)
  await written
  expect(await restore(database.url, storage, file)).toMatchObject({ rows: 3 })
  const { rows } = await withClient(database.url, (client) =>
    client.query('select (select count(*)::int4 from captchas) as captchas, name from companies'),
  )
  expect(rows).toEqual([{ captchas: 0, name: '老公司' }])
})
