import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { migrate, migrationNames } from '../../../src/platform/database/migrations/migrate.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { becomeLater } from '../../harness/later-version.ts'
import { catalogueOf } from '../../upgrade/catalogue.ts'
import { SHORT_LIVED } from '../../upgrade/fill.ts'
import { filledDatabase, rowsOf } from '../../upgrade/filled.ts'
import { expectServed } from '../../upgrade/serves.ts'

const names = await migrationNames()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-older-'))
})
afterAll(() => rm(folder, { recursive: true }))

const openFolder = async () => openLocalStorage(await mkdtemp(join(folder, 'data-')))

async function put(storage: Storage, key: string): Promise<void> {
  const temp = await storage.temp()
  await writeFile(temp, `content of ${key}`)
  await storage.put(key, temp)
}

/** A backup of a filled database of the first `level` migrations, with two files. The database stays. */
async function olderBackup(level: number) {
  const { url, drop } = await filledDatabase(level)
  const storage = await openFolder()
  const files = ['project-1/file-1', 'project-3/file-2']
  for (const key of files) await put(storage, key)
  const file = join(await mkdtemp(join(folder, 'backup-')), 'older.backup')
  const made = await backup(url, storage, file)
  expect(made.files).toBe(files.length)
  expect(made.rows).toBeGreaterThan(100)
  return { file, made, files, url, drop }
}

test.each(names.map((name, index) => [name, index + 1] as const))(
  'a backup made at %s restores, two versions later, as what an upgrade in its place makes, and is served',
  async (_name, level) => {
    const older = await olderBackup(level)
    becomeLater()
    await migrate(older.url)
    const [upgraded, schema] = [await rowsOf(older.url), await withClient(older.url, catalogueOf)]
    await older.drop()
    const to = await cloneDatabase()
    const storage = await openFolder()
    expect(await restore(to.url, storage, older.file)).toEqual(older.made)
    const restored = await rowsOf(to.url)
    // A later program would name its new table among those of a backup (manifest.ts).
    for (const name of [...SHORT_LIVED, 'later_things'].filter((table) => restored.has(table))) {
      expect(restored.get(name)).toEqual(new Map())
      upgraded.set(name, new Map())
    }
    for (const [table, rows] of upgraded) expect([table, restored.get(table)]).toEqual([table, rows])
    expect(await withClient(to.url, catalogueOf)).toEqual(schema)
    for (const key of older.files) {
      const stored = await storage.open(key)
      expect(stored && (await text(stored))).toBe(`content of ${key}`)
    }
    await expectServed(to.url)
    await to.drop()
  },
)

test('a backup of a newer version is refused in words, and nothing is written', async () => {
  const { file, drop } = await olderBackup(names.length)
  await drop()
  const content = gunzipSync(await readFile(file))
  const last = names.at(-1) ?? ''
  // An entry of a tar archive has its size in its header, so the new name has the old one's length.
  content.write('9999', content.indexOf(last))
  await writeFile(file, gzipSync(content))
  const to = await cloneDatabase()
  const data = await mkdtemp(join(folder, 'data-'))
  const before = await rowsOf(to.url)
  await expect(restore(to.url, await openLocalStorage(data), file)).rejects.toThrow(
    /^备份由更新的版本创建（9999.*），本程序最新为 .*，请使用新版本程序，未恢复任何数据$/,
  )
  expect(await rowsOf(to.url)).toEqual(before)
  const stored = await readdir(join(data, 'files'), { recursive: true, withFileTypes: true })
  expect(stored.filter((entry) => entry.isFile())).toEqual([])
  await to.drop()
})
