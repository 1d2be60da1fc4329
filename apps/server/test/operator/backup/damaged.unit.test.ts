import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, gzipSync } from 'node:zlib'
import tar from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesOf, skip } from '../../../src/operator/backup/archive.ts'
import { Entries } from '../../../src/operator/backup/entries.ts'
import { MANIFEST } from '../../../src/operator/backup/manifest.ts'
import { expectBackup } from '../../../src/operator/backup/restore.ts'
import { findIn, verify } from '../../../src/operator/backup/verify.ts'

let folder: string
/** A backup of 20 rows in two parts of a table, and of 250 files. */
let whole: Buffer

const FILES = 250
const fileName = (n: number) => `files/attachments/p/${String(n).padStart(3, '0')}.txt`

async function archive(content: Buffer): Promise<Buffer> {
  const pack = tar.pack()
  const written = buffer(pack as never)
  const entries = new Entries(pack)
  const first = {
    product: 'pianzhang',
    format: 1,
    made_at: '2026-11-29T00:00:00Z',
    migrations: ['0001'],
    tables: [{ name: 'companies', columns: ['id'] }],
    sums: true,
  }
  await entries.add(MANIFEST, Buffer.from(JSON.stringify(first)))
  for (const part of [1, 2])
    await entries.add(`tables/companies/00000${part}`, Buffer.from('1234567890\n'.repeat(10)))
  await entries.writeSums()
  for (let n = 0; n < FILES; n += 1) await entries.add(fileName(n), content)
  await entries.finish({ rows: 20, files: FILES, lacking: 0, lacking_names: [] })
  return await written
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-damaged-'))
  whole = await archive(Buffer.from('某某器材\n'.repeat(1_000)))
})
afterAll(async () => await rm(folder, { recursive: true }))

async function find(content: Buffer) {
  const file = join(folder, 'damaged')
  await writeFile(file, content)
  // A second reading finds the same: a restore reads three times.
  const found = await findIn(file)
  expect(await findIn(file)).toEqual(found)
  return { file, ...found }
}

function changed(at: number): Buffer {
  const copy = Buffer.from(whole)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

test('of a whole backup all is found, compressed or not', async () => {
  for (const content of [whole, gzipSync(whole)])
    expect(await find(content)).toMatchObject({
      closing: { rows: 20 },
      rows: 20,
      files: FILES,
      compared: 3 + FILES,
      areRowsWhole: true,
      differing: [],
    })
})

test('a changed byte of a file costs that file, one of a row all', async () => {
  const file = await find(changed(whole.indexOf(fileName(7)) + 512 + 100))
  expect(file).toMatchObject({ differing: [fileName(7)], areRowsWhole: true, compared: 3 + FILES })
  const row = await find(changed(whole.indexOf('tables/companies/000002') + 512 + 5))
  expect(row).toMatchObject({ differing: ['tables/companies/000002'], areRowsWhole: false })
})

test('of one that breaks off, the files are found that were compared before', async () => {
  const packed = gzipSync(whole)
  const middle = Math.floor(packed.length * 0.6)
  const garbled = Buffer.from(packed).fill(0xff, middle, middle + 64)
  const inHeader = changed(whole.indexOf(fileName(130)))
  const cut = [packed.subarray(0, middle), whole.subarray(0, whole.length / 2)]
  for (const content of [...cut, garbled, inHeader]) {
    const found = await find(content)
    expect(found).toMatchObject({ closing: null, rows: 20, areRowsWhole: true, differing: [] })
    // The checksums of each hundred entries stand behind them.
    expect(found.compared).toBe(3 + 100)
    await expect(verify(found.file)).rejects.toThrow(
      /^备份文件不完整或已损坏：只能读到 files\/.*，数据行完好.*--damaged skip/,
    )
  }
})

test('one of which only the checksum of gzip is damaged is no good backup, and has its rows', async () => {
  const packed = gzipSync(whole)
  const found = await find(packed.fill(0, packed.length - 8))
  expect(found).toMatchObject({ areRowsWhole: true, breaksOff: true, compared: 3 + 200 })
  await expect(verify(found.file)).rejects.toThrow(/已损坏.*数据行完好/)
})

test('what was read before the damage is handed on, however slow its reader is', async () => {
  const small = await archive(Buffer.from('某某器材'))
  const packed = gzipSync(small.subarray(0, small.indexOf(fileName(180))), {
    finishFlush: constants.Z_SYNC_FLUSH,
  })
  const file = join(folder, 'damaged')
  await writeFile(file, Buffer.concat([packed, Buffer.alloc(100, 0xff)]))
  let seen = 0
  const read = async () => {
    for await (const entry of entriesOf(file)) {
      seen += 1
      await sleep(5)
      await skip(entry)
    }
  }
  await expect(read()).rejects.toThrow()
  // zlib gives up the 16 KiB that it unpacks when it finds the damage; an entry has 1 KiB.
  expect(seen).toBeGreaterThan(180 - 20)
})

test.each([
  ['within a table', 'tables/companies/000002'],
  ['between the tables', 'tables/companies/000001'],
  ['before the checksums of the tables', 'sums/000001'],
])('rows that are cut off %s are not whole', async (_, name) => {
  const found = await find(gzipSync(whole.subarray(0, whole.indexOf(name) + 512 + 20)))
  expect(found).toMatchObject({ closing: null, areRowsWhole: false })
  await expect(verify(found.file)).rejects.toThrow(/数据行不完整或无法核对，不能恢复/)
})

test('a backup that the program may not read says which command lets it', async () => {
  const file = join(folder, 'of-root.tar')
  await writeFile(file, whole)
  await chmod(file, 0)
  await chmod(folder, 0o711)
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    await expect(expectBackup(file)).rejects.toThrow(
      /^无法读取备份文件 .*请以 root 运行：chown .+: .*of-root\.tar$/,
    )
  } finally {
    if (isRoot) process.seteuid?.(0)
    await chmod(folder, 0o700)
  }
})
