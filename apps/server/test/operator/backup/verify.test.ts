import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup, backupInto } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { backupRows } from '../../../src/operator/backup/rows.ts'
import { verify } from '../../../src/operator/backup/verify.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openServices } from '../../../src/platform/open-services.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp } from '../../harness/harness.ts'
import { runCommand, startCommandLine, typeCommand } from '../../processes/commands.ts'

let uploads: Awaited<ReturnType<typeof startUploads>>
let folder: string
/** A plain tar with two pictures, each with a thumbnail. */
let plain: string

beforeAll(async () => {
  uploads = await startUploads(startTestApp())
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-verify-'))
  for (const name of ['凭证', '收据']) await uploads.uploaded(keyOf(name, 'png'), uploads.picture)
  plain = join(folder, 'plain.tar')
  const into = createWriteStream(plain)
  await backupInto(uploads.app.databaseUrl, uploads.app.services.storage, into)
})
afterAll(async () => {
  await uploads.app.close()
  await rm(folder, { recursive: true })
})

const run = (name: string, values: Record<string, string> = {}) =>
  runCommand({ ...uploads.app, services: uploads.app.services }, name, values)

async function emptyTarget() {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(folder, 'target-'))
  return { ...database, dataDir, storage: await openLocalStorage(dataDir) }
}

/** A copy with one byte of its first entry below this folder changed. */
async function spoilt(below = 'files/attachments/'): Promise<{ file: string; name: string }> {
  const content = await readFile(plain)
  const at = content.indexOf(below)
  const name = content.toString('utf8', at, content.indexOf(0, at))
  const byte = at + 512 + 10
  content.writeUInt8(content.readUInt8(byte) ^ 1, byte)
  const file = join(folder, `spoilt-${below.split('/')[0]}.tar`)
  await writeFile(file, content)
  return { file, name }
}

test('a backup is read back without a database: whole, with a changed byte, cut off, of an older version', async () => {
  const type = (file: string) =>
    startCommandLine(uploads.app, ['backup:verify', file, '--json'], {
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'none'),
    }).ended
  const { file, name } = await spoilt()
  const cut = join(folder, 'cut.tar')
  const content = await readFile(plain)
  await writeFile(cut, content.subarray(0, content.indexOf('closing.json')))
  const [whole, damaged, short] = await Promise.all([type(plain), type(file), type(cut)])
  expect([whole.status, damaged.status, short.status]).toEqual([0, 1, 1])
  // On a new machine the result can be noted nowhere, which is no news.
  expect(whole.out).toMatch(/的备份，\d+ 行数据、4 个文件：完好\n\{/)
  expect(damaged.out).toContain(`${name} 的内容与校验值不符`)
  expect(damaged.out).toContain('已损坏，请使用其他备份')
  expect(short.err).toContain('备份文件不完整或已损坏')
  // Within an entry, as an interrupted copy leaves it.
  const packed = gzipSync(content)
  for (const within of [
    content.subarray(0, content.indexOf('files/attachments/') + 700),
    packed.subarray(0, packed.length / 2),
  ]) {
    await writeFile(cut, within)
    await expect(verify(cut)).rejects.toThrow(/^备份文件不完整或已损坏：只能读到 /)
  }
  // Before the manifest said so, backups had no checksums: only numbers are compared.
  const older = join(folder, 'older.tar')
  const text = content.toString('latin1').replace('"sums":true', '"sums":null')
  await writeFile(older, Buffer.from(text, 'latin1'))
  expect((await type(older)).status).toBe(1)
  // Nothing was made on the way.
  expect(await readdir(folder)).not.toContain('none')
})

test('a restore refuses a changed file by its checksum, and leaves nothing', async () => {
  const { file } = await spoilt()
  const target = await emptyTarget()
  await expect(restore(target.url, target.storage, file)).rejects.toThrow(
    /内容与校验值不符，如 files\/.*未恢复任何数据/,
  )
  const left = await readdir(join(target.dataDir, 'files'), { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  expect(await restore(target.url, target.storage, plain)).toMatchObject({ files: 4, lacking: 0 })
  await target.drop()
})

/** A restore by the command, as the operator sees it, and what the product says of it afterwards. */
async function restored(file: string) {
  const target = await emptyTarget()
  const { services, close } = await openServices({
    config: readConfig({}, target.dataDir),
    databaseUrl: target.url,
  })
  const connection = { services, databaseUrl: target.url, served: async () => false }
  try {
    const { message, data } = await runCommand(connection, 'restore', { from: file, damaged: 'skip' })
    const check = await runCommand(connection, 'check')
    const again = (values = {}) =>
      runCommand(connection, 'backup', { to: join(target.dataDir, 'again.tar.gz'), ...values })
    const refused = await again()
    await rm(join(target.dataDir, 'again.tar.gz'))
    const accepted = await again({ lacking: 'accept' })
    return { message, data, check, backups: [refused.failed, accepted.failed, accepted.data.lacking] }
  } finally {
    await close()
    await target.drop()
  }
}

test('with `--damaged skip` a restore leaves damaged files out, which then are lacking files; never rows', async () => {
  const { file, name } = await spoilt()
  const key = name.slice('files/'.length)
  const target = await emptyTarget()
  await expect(restore(target.url, target.storage, file)).rejects.toThrow(/--damaged skip/)
  const rows = await spoilt('tables/companies/')
  await expect(restore(target.url, target.storage, rows.file, { skip: true })).rejects.toThrow(
    /^备份的数据行已损坏或不完整.*未恢复任何数据$/,
  )
  expect(await restore(target.url, target.storage, plain, { skip: true })).toMatchObject({
    files: 4,
    lacking: 0,
  })
  await target.drop()

  const one = await restored(file)
  expect(one.data).toMatchObject({ files: 3, lacking: 1 })
  expect(one.message).toMatch(/数据行已全部恢复\n没有恢复的文件 1 个.*\n {2}attachments\/.*（(凭证|收据).*）/)
  expect(one.message).toContain(key)
  expect(one.check.message).toContain(`不在存储中：${key}`)
  expect(one.backups).toEqual([true, false, 1])
})

test('of a compressed backup that breaks off within its files all rows are restored', async () => {
  const packed = gzipSync(await readFile(plain))
  const file = join(folder, 'broken.tar.gz')
  await writeFile(file, packed.subarray(0, Math.floor(packed.length * 0.7)))
  expect((await typeCommand(uploads.app, 'backup:verify', file)).err).toMatch(
    /只能读到 files\/.*，数据行完好.*--damaged skip/,
  )
  const all = await restored(file)
  expect(all.data).toMatchObject({ rows: expect.any(Number), files: 0, lacking: 4 })
  expect(all.message).toMatch(/备份读到 files\/.* 为止，此后的文件无法取得/)
  expect(all.backups).toEqual([true, false, 4])
})

test('a restore that was cut off goes on where it was', async () => {
  const target = await emptyTarget()
  let stored = 0
  const failing: Storage = {
    ...target.storage,
    putNew: async (key, temp) => {
      if (stored === 3) throw new Error('the storage is away')
      stored += 1
      return await target.storage.putNew(key, temp)
    },
  }
  await expect(restore(target.url, failing, plain)).rejects.toThrow(
    /^恢复中断，数据库没有改动；已写入的 3 个文件保留。排除故障后用同一条命令重新运行，即从中断处继续：.*the storage is away/,
  )
  const added: string[] = []
  const counting: Storage = {
    ...target.storage,
    putNew: async (key, temp) => {
      const isNew = await target.storage.putNew(key, temp)
      if (isNew) added.push(key)
      return isNew
    },
  }
  expect(await restore(target.url, counting, plain)).toMatchObject({ files: 4 })
  expect(added).toHaveLength(1)
  await target.drop()
})

test('a stream to another program is a plain tar; words go to standard error', async () => {
  const { child, ended } = startCommandLine(uploads.app, ['backup', '--to', '-'])
  const file = join(folder, 'streamed.tar')
  const copy = spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdout?.pipe(copy.stdin)
  const written = createWriteStream(file)
  copy.stdout.pipe(written)
  const [{ status, err }] = await Promise.all([ended, once(written, 'finish')])
  expect(status).toBe(0)
  expect(err).toMatch(/数据库：.*\n已备份 \d+ 行数据、4 个文件到 标准输出\n$/)
  expect(await run('backup:verify', { from: file })).toMatchObject({
    failed: false,
    data: { files: 4, wrong: [] },
  })
  // What has not changed is the same bytes, also of times, so that such a program need not keep it twice.
  const [first, second] = await Promise.all([readFile(plain, 'latin1'), readFile(file, 'latin1')])
  const unchanged = (text: string) =>
    text.slice(text.indexOf('files/attachments/'), text.indexOf('sums/000002'))
  expect(unchanged(first).length).toBeGreaterThan(1000)
  expect(unchanged(second) === unchanged(first)).toBe(true)
  // The program that keeps it may have failed: it counts after it was read back from there.
  const { db } = uploads.app.services
  await db
    .updateTable('companies')
    .set({ created_at: new Date(0) })
    .execute()
  await db.updateTable('backups').set({ verified_at: null }).execute()
  const warning = async () => (await run('status')).message.includes('尚无含文件的完整备份')
  expect(await warning()).toBe(true)
  const back = startCommandLine(uploads.app, ['backup:verify', '-'], {}, createReadStream(file))
  expect(await back.ended).toMatchObject({ status: 0, out: expect.stringContaining('结果已记入系统状态') })
  expect(await warning()).toBe(false)
})

test('a folder keeps the newest backups and what is not ours; the database notes what was made and verified', async () => {
  const into = join(folder, 'nightly')
  const names = async () => (await readdir(into)).sort()
  await run('backup', { into, keep: '2' })
  const [newest = ''] = await names()
  expect(newest).toMatch(/^pianzhang-\d{8}-\d{6}\.tar\.gz$/)
  const old = ['pianzhang-20200101-000000.tar.gz', 'pianzhang-20200102-000000.tar.gz']
  const killed = 'pianzhang-20200103-000000.tar.gz.part'
  for (const name of [...old, killed, 'notes.txt', 'pianzhang.tar.gz']) await writeFile(join(into, name), '')
  await utimes(join(into, killed), 0, 0)
  // Two backups in one second have one name.
  await expect
    .poll(
      () =>
        run('backup', { into, keep: '3' }).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  const [kept = '', latest = ''] = (await names()).filter((name) => name > 'pianzhang-2021')
  expect(await names()).toEqual([old[1], kept, latest, 'notes.txt', 'pianzhang.tar.gz'].sort())
  const state = async () => (await run('status')).data.backups as Record<string, unknown>[]
  expect((await state())[0]).toMatchObject({
    state: 'complete',
    files: 4,
    verified_at: null,
    target: join(into, latest),
  })
  const { status, out } = await typeCommand(uploads.app, 'backup:verify', join(into, latest))
  expect([status, out]).toEqual([0, expect.stringContaining('结果已记入系统状态')])
  expect((await state())[0]).toMatchObject({ verified_at: expect.any(String), verified: '' })
  await expect(run('backup', { to: join(folder, 'no', 'such') })).rejects.toThrow(/文件夹不存在/)
  const failed = await run('status')
  expect(failed.failed).toBe(true)
  expect(failed.message).toMatch(/须处理：最近一次备份失败：无法写入备份文件/)
})

test('the daily rows of an embedded database: without files, seven of them, restored beside the files that are there', async () => {
  const { services, databaseUrl } = uploads.app
  const config = { ...services.config, backupDir: join(folder, 'rows') }
  let day = 0
  for (; day < 9; day += 1) {
    const clock = () => new Date(Date.UTC(2026, 10, 1 + day))
    await backupRows({ ...services, config, clock }, databaseUrl)
  }
  const kept = (await readdir(config.backupDir)).sort()
  expect(kept).toHaveLength(7)
  expect(kept[0]).toBe('pianzhang-rows-20261103-080000.tar.gz')
  const target = await emptyTarget()
  const file = join(config.backupDir, kept[6] ?? '')
  const copy = await openServices({ config: readConfig({}, target.dataDir), databaseUrl: target.url })
  const done = await runCommand(
    { services: copy.services, databaseUrl: target.url, served: async () => false },
    'restore',
    { from: file },
  )
  expect(done.message).toMatch(/^已恢复 \d+ 行数据、0 个文件\n该备份只有数据行：请将原来的文件放回文件存储/)
  await copy.close()
  await target.drop()
})

test('of two backups into a folder within one second one is made and the other refused', async () => {
  const into = join(folder, 'one-second')
  const { services } = uploads.app
  const { clock } = services
  const now = clock()
  services.clock = () => now
  const results = await Promise.allSettled([run('backup', { into }), run('backup', { into })])
  services.clock = clock
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('已存在') },
  })
  // Without `--keep` the setting says how many stay.
  const [first = ''] = await readdir(into)
  const { config } = services
  const later = {
    ...services,
    config: { ...config, backupKeep: 1 },
    clock: () => new Date(now.getTime() + 3600_000),
  }
  const made = await runCommand({ ...uploads.app, services: later }, 'backup', { into })
  expect(made.data).toMatchObject({ removed: [first] })
  const names = await readdir(into)
  expect(names).toHaveLength(1)
  expect((await run('backup:verify', { from: join(into, names[0] ?? '') })).message).toContain('：完好')
})

test('a backup says what it is: a tar of sha256sum lines that other programs check', async () => {
  const file = join(folder, 'by-hand.tar.gz')
  await backup(uploads.app.databaseUrl, uploads.app.services.storage, file)
  await writeFile(`${file}.tar`, gunzipSync(await readFile(file)))
  const into = await mkdtemp(join(folder, 'unpacked-'))
  const check = spawn('sh', ['-c', `tar -xf '${file}.tar' && cat sums/* | sha256sum --check --quiet`], {
    cwd: into,
  })
  expect((await once(check, 'close'))[0]).toBe(0)
  expect(gzipSync(await readFile(`${file}.tar`)).length).toBeGreaterThan(0)
})

test('while the storage lacks a file, or backups turn out damaged, old ones go, but never the last good one', async () => {
  const into = join(folder, 'lacking')
  const { services } = uploads.app
  const { clock } = services
  let second = 0
  const made = async (values: Record<string, string> = {}) => {
    second += 1
    const now = new Date(Date.UTC(2026, 10, 29, 0, 0, second))
    services.clock = () => now
    try {
      return await run('backup', { into, keep: '2', ...values })
    } finally {
      services.clock = clock
    }
  }
  expect((await made()).failed).toBe(false)
  const [good = ''] = await readdir(into)
  const verified = await run('backup:verify', { from: join(into, good) })
  expect(verified.failed).toBe(false)
  // The second is read back by somebody who finds it damaged.
  await made()
  const damaged = join(into, (await readdir(into)).sort().at(-1) ?? '')
  await sql`update backups set verified_at = now(), verified = '已损坏' where target = ${damaged}`.execute(
    services.db,
  )
  const { code } = await uploads.uploaded(keyOf('单据', 'png'), uploads.picture)
  const { storage_key } = await services.db
    .selectFrom('attachments')
    .select('storage_key')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const { path = '' } = (await services.storage.localCopy(storage_key)) ?? {}
  const content = await readFile(path)
  await rm(path)
  const lacking = await made()
  expect([lacking.failed, lacking.message]).toEqual([true, expect.stringContaining('--lacking accept')])
  expect((await made({ lacking: 'accept' })).failed).toBe(false)
  await writeFile(path, content)
  const kept = (await readdir(into)).sort()
  expect(kept).toEqual([good, 'pianzhang-20261129-080003.tar.gz', 'pianzhang-20261129-080004.tar.gz'])
  const { status, err } = await typeCommand(uploads.app, 'backup', '--into', into, '--lacking', 'yes')
  expect([status, err]).toEqual([1, expect.stringContaining('--lacking')])
})
