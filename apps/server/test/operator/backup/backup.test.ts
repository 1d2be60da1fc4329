import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { migrate, migrationNames } from '../../../src/platform/database/migrations/migrate.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import { buildApp } from '../../../src/start/app.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { PASSWORD, startTestApp, type TestApp } from '../../harness/harness.ts'
import { book, paymentTypeId, subjectCode } from '../../harness/ledger.ts'
import { digestsOf } from './digests.ts'

let uploads: Awaited<ReturnType<typeof startUploads>>
let app: TestApp
let folder: string
beforeAll(async () => {
  uploads = await startUploads(startTestApp())
  app = uploads.app
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-backup-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** An empty database and data folder to restore to. */
async function emptyTarget() {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(folder, 'target-'))
  return { ...database, dataDir, storage: await openLocalStorage(dataDir) }
}

test('a backup made while people write restores completely, and work goes on', async () => {
  const { admin, project, picture, uploaded } = uploads
  const person = admin.on(project)
  const { file_url } = await uploaded(keyOf('凭证', 'png'), picture)
  expect(file_url).toMatch(/^http/)
  const line = {
    subject_three_code: await subjectCode(person, '24000101'),
    pay_category_id: await paymentTypeId(person, '定金'),
    pay_amount: '12.34',
    remark: 'tab\t换行\n反斜杠\\N “引号”',
  }
  expect((await book(person, line)).status).toBe(200)

  // While people write.
  let over = false
  const writing = (async () => {
    let written = 0
    while (!over) written += (await book(person, line)).status === 200 ? 1 : 0
    return written
  })()
  const file = join(folder, 'load.backup')
  const made = await backup(app.databaseUrl, app.services.storage, file).finally(() => {
    over = true
  })
  expect(await writing).toBeGreaterThan(0)
  expect(made.files).toBe(2)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const target = await emptyTarget()
  expect(await restore(target.url, target.storage, file)).toEqual(made)
  const total = await withClient(target.url, (client) =>
    client.query(`select count(*)::int4 as payments, sum(pay_amount)::int8 = 1234 * count(*) as exact,
      sum(pay_amount) = (select sum(pay_amount) from payment_lines) as consistent,
      sum(pay_amount) = (select sum(amount) from project_sums where dimension = 'payer' and voucher_category = -1) as added_up from payments`),
  )
  expect(total.rows[0]).toMatchObject({ exact: true, consistent: true, added_up: true })
  const { storage_key } = await app.services.db
    .selectFrom('attachments')
    .select('storage_key')
    .executeTakeFirstOrThrow()
  expect(await buffer((await target.storage.open(storage_key)) as never)).toEqual(picture)

  // A server on it: the same person signs in, and the next payment has the next number.
  const restored = await buildApp({
    config: readConfig({ CAPTCHA_FIXED: 'TEST', PORT: '0' }, target.dataDir),
    databaseUrl: target.url,
  })
  const post = (url: string, payload?: object) => restored.http.inject({ method: 'POST', url, payload })
  const { token } = (await post('/api/common/captchas')).json().data
  const login = await post('/api/manager/sessions', {
    phone: admin.phone,
    password: PASSWORD,
    captcha: 'TEST',
    captcha_token: token,
  })
  expect(login.json()).toMatchObject({ code: 0 })
  const numbers = await withClient(target.url, (client) =>
    client.query(
      `select value::int4 as value, (select count(*)::int4 from payments) as payments from project_numbers`,
    ),
  )
  expect(numbers.rows[0].value).toBeGreaterThanOrEqual(numbers.rows[0].payments)
  await restored.close()
  await target.drop()
})

test('every table is restored byte for byte; sequences continue after the highest id', async () => {
  const file = join(folder, 'still.backup')
  await backup(app.databaseUrl, app.services.storage, file)
  const target = await emptyTarget()
  await restore(target.url, target.storage, file)
  expect(await digestsOf(target.url)).toEqual(await digestsOf(app.databaseUrl))
  await withClient(target.url, async (client) => {
    const { rows } = await client.query(
      "insert into companies (code, name, granted_count) values ('new', '新', 1) returning id > (select max(id) from companies) as follows",
    )
    expect(rows).toEqual([{ follows: true }])
  })
  await target.drop()
})

test('an existing file is not overwritten, a target with a company is not touched', async () => {
  const file = join(folder, 'twice.backup')
  await backup(app.databaseUrl, app.services.storage, file)
  const before = await readFile(file)
  await expect(backup(app.databaseUrl, app.services.storage, file)).rejects.toThrow(/已存在/)
  expect(await readFile(file)).toEqual(before)
  const now = await digestsOf(app.databaseUrl)
  await expect(restore(app.databaseUrl, app.services.storage, file)).rejects.toThrow(/已有公司/)
  expect(await digestsOf(app.databaseUrl)).toEqual(now)
})

/** Truncates the archive `bytes` after the start of the header of the first entry whose name matches. */
async function cutAt(file: string, name: RegExp, bytes: number): Promise<void> {
  const content = gunzipSync(await readFile(file))
  for (let at = 0; ; ) {
    const text = (from: number, to: number) =>
      content.toString('latin1', at + from, at + to).replace(/\0.*$/s, '')
    if (text(0, 100) === '') throw new Error(`no entry ${name}`)
    if (name.test(text(0, 100))) return await writeFile(file, gzipSync(content.subarray(0, at + bytes)))
    at += 512 + Math.ceil(Number.parseInt(text(124, 136), 8) / 512) * 512
  }
}

test.each<[string, (file: string) => Promise<void>, RegExp]>([
  ['cut in the middle', async (file) => truncate(file, Math.floor((await stat(file)).size / 2)), /不完整/],
  ['cut at the end', async (file) => truncate(file, (await stat(file)).size - 9), /不完整/],
  // Compressed again after truncation, so that gzip is intact and only the tar archive ends early.
  ['cut between two tables', (file) => cutAt(file, /^tables\/users\//, 0), /不完整/],
  ['cut in a table', (file) => cutAt(file, /^tables\/subjects\//, 600), /不完整/],
  ['cut before the files', (file) => cutAt(file, /^files\//, 0), /不完整/],
  ['cut in a file', (file) => cutAt(file, /^files\//, 600), /不完整/],
  ['no backup at all', (file) => writeFile(file, 'something else'), /不完整/],
  ['a tar of something else', (file) => writeFile(file, gzipSync(Buffer.alloc(1024))), /不完整|不是片账/],
  [
    'a byte of a row changed',
    async (file) => {
      const content = gunzipSync(await readFile(file))
      content.write('\\q\t', content.indexOf('tables/companies/') + 512)
      await writeFile(file, gzipSync(content))
    },
    /./,
  ],
  [
    'of a newer version',
    async (file) => {
      const content = gunzipSync(await readFile(file))
      content.write('9999', content.indexOf('0001_schema'))
      await writeFile(file, gzipSync(content))
    },
    /更新的版本/,
  ],
  [
    'of a program of before the first release',
    async (file) => {
      const content = gunzipSync(await readFile(file))
      content.write('before', content.indexOf('0001_schema') + '0001_'.length)
      await writeFile(file, gzipSync(content))
    },
    /备份由首个发布版本之前的程序创建（0001_before.sql），只能用原来的程序恢复/,
  ],
])('a file that is %s leaves nothing behind', async (_, spoil, message) => {
  await uploads.uploaded(keyOf('凭证', 'png'), uploads.picture)
  const file = join(folder, `${randomBytes(4).toString('hex')}.backup`)
  await backup(app.databaseUrl, app.services.storage, file)
  await spoil(file)
  const target = await emptyTarget()
  const empty = await digestsOf(target.url)
  await expect(restore(target.url, target.storage, file)).rejects.toThrow(message)
  expect(await digestsOf(target.url)).toEqual(empty)
  const left = await readdir(join(target.dataDir, 'files'), { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual([])
  await target.drop()
})

test('a backup of an older version is migrated', async () => {
  const old = await emptyTarget()
  await withClient(old.url, async (client) => {
    await client.query('drop schema public cascade')
    await client.query('create schema public')
  })
  await migrate(old.url, 2)
  await withClient(old.url, (client) =>
    client.query("insert into companies (code, name, granted_count) values ('old', '老公司', 3)"),
  )
  const file = join(folder, 'old.backup')
  await backup(old.url, old.storage, file)
  const target = await emptyTarget()
  expect(await restore(target.url, target.storage, file)).toMatchObject({ rows: 1, files: 0 })
  const { rows } = await withClient(target.url, (client) =>
    client.query(
      'select (select name from companies), (select count(*)::int4 from migrations) as migrations',
    ),
  )
  expect(rows).toEqual([{ name: '老公司', migrations: (await migrationNames()).length }])
  for (const one of [old, target]) await one.drop()
})

test('a file that cannot be written is an error', async () => {
  const missing = join(folder, 'no', 'such')
  await expect(backup(app.databaseUrl, app.services.storage, missing)).rejects.toThrow(
    /无法写入备份文件 .*：文件或文件夹不存在/,
  )
})

test('two backups to one file do not write into each other', async () => {
  const file = join(folder, 'both.tar.gz')
  const both = await Promise.allSettled([1, 2].map(() => backup(app.databaseUrl, app.services.storage, file)))
  const refusals = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refusals).toEqual([expect.stringMatching(/both\.tar\.gz\.part 已存在：另一个备份正在写入/)])
  const target = await emptyTarget()
  expect((await restore(target.url, target.storage, file)).rows).toBeGreaterThan(0)
  await target.drop()
  // The partial file of a killed backup is not replaced: it could be that of a backup which still runs.
  await writeFile(`${file}.2.part`, 'left')
  await expect(backup(app.databaseUrl, app.services.storage, `${file}.2`)).rejects.toThrow(/删除该文件后重试/)
  expect(await readFile(`${file}.2.part`, 'utf8')).toBe('left')
})
