import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { ALL_TABLES } from '../../../src/operator/backup/manifest.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import { buildApp } from '../../../src/start/app.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../../harness/database.ts'
import { PASSWORD, startTestApp } from '../../harness/harness.ts'
import { becomeLater, LATER } from '../../harness/later-version.ts'
import { book, subjectCode } from '../../harness/ledger.ts'
import { type CommitFault, startCommitFault } from '../../machines/fake-postgres.ts'

let uploads: Awaited<ReturnType<typeof startUploads>>
let folder: string
/** A backup of a company with a project and a picture (two stored files). */
let file: string
let key: string

beforeAll(async () => {
  uploads = await startUploads(startTestApp())
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-restore-'))
  file = join(folder, 'new.backup')
  await uploads.uploaded(keyOf('凭证', 'png'), uploads.picture)
  const { databaseUrl, services } = uploads.app
  await backup(databaseUrl, services.storage, file)
  key = (await services.db.selectFrom('attachments').select('storage_key').executeTakeFirstOrThrow())
    .storage_key
})
afterAll(async () => {
  await uploads.app.close()
  await rm(folder, { recursive: true })
})

/** A migrated database without rows, and a folder without files. */
async function target() {
  return await targetIn(await cloneDatabase())
}

async function targetIn(database: TestDatabase) {
  const dataDir = await mkdtemp(join(folder, 'target-'))
  const storage = await openLocalStorage(dataDir)
  return {
    ...database,
    dataDir,
    storage,
    put: async (content: string) => {
      const temp = await storage.temp()
      await writeFile(temp, content)
      await storage.put(key, temp)
    },
    read: async () => {
      const stream = await storage.open(key)
      return stream && (await buffer(stream))
    },
    files: async () => {
      const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    },
    companies: async () => (await query(database.url, 'select name from companies')).map(({ name }) => name),
  }
}

const query = (url: string, text: string): Promise<Record<string, unknown>[]> =>
  withClient(url, async (client) => (await client.query(text)).rows)

/** The backup without its last entry, so that it is found incomplete only after all rows and files were written. */
async function broken(): Promise<string> {
  const copy = join(folder, `${randomBytes(4).toString('hex')}.backup`)
  const content = gunzipSync(await readFile(file))
  await writeFile(copy, gzipSync(content.subarray(0, content.lastIndexOf('closing.json'))))
  return copy
}

test('every table is backed up or listed as left out', async () => {
  const rows = await query(
    uploads.app.databaseUrl,
    "select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')",
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...ALL_TABLES].sort())
})

test('a stored file with other content stays, and the restore is refused', async () => {
  const to = await target()
  await to.put('of somebody else')
  await expect(restore(to.url, to.storage, file)).rejects.toThrow(
    new RegExp(`同名但内容不同的文件 ${key}.*没有被改动`),
  )
  expect((await to.read())?.toString()).toBe('of somebody else')
  expect([await to.files(), await to.companies()]).toEqual([1, []])
  await to.drop()
})

test('a stored file with the same content is accepted, and kept if the restore fails', async () => {
  const to = await target()
  expect(await restore(to.url, to.storage, file)).toMatchObject({ files: 2 })
  const again = await target()
  await expect(restore(again.url, to.storage, await broken())).rejects.toThrow(/不完整/)
  expect(await to.read()).toEqual(uploads.picture)
  expect(await to.files()).toBe(2)
  expect(await restore(again.url, to.storage, file)).toMatchObject({ files: 2 })
  expect(await to.files()).toBe(2)
  for (const one of [to, again]) await one.drop()
})

test.each([
  ['this version', {}],
  ['an older one', LATER],
])("another program's table is left alone, with a backup of %s", async (_, migrations) => {
  becomeLater(migrations)
  const to = await target()
  await query(
    to.url,
    "create table sales as select 'theirs' as words; create view latest as select * from sales",
  )
  await expect(restore(to.url, to.storage, file)).rejects.toThrow(/不属于片账的数据表（sales）/)
  expect(await query(to.url, 'select words from latest')).toEqual([{ words: 'theirs' }])
  expect([await to.files(), await to.companies()]).toEqual([0, []])
  await to.drop()
})

test('schemas, views and functions of the operator survive the restore of an older version', async () => {
  const to = await target()
  await query(
    to.url,
    'create schema reports; create view reports.companies as select name from companies; create function twice(n int4) returns int4 language sql return n * 2',
  )
  becomeLater()
  await restore(to.url, to.storage, file)
  expect(await query(to.url, 'select twice(2) from reports.companies')).toEqual([{ twice: 4 }])
  const schemas = await query(to.url, "select nspname from pg_namespace where nspname like 'pianzhang%'")
  expect(schemas).toEqual([])
  await to.drop()
})

test('payments with pictures and invoices of an older version are restored, and their sums computed', async () => {
  const { app, admin, project, uploaded, picture } = uploads
  const person = admin.on(project)
  const invoice = {
    project_id: sql`(select id from projects)`,
    code: 'invoice',
    status: 0,
    invoice_number: '1',
    created_at: new Date(),
  }
  await app.services.db
    .insertInto('invoices')
    .values({ ...invoice, creator_id: admin.userId } as never)
    .execute()
  const { code } = await uploaded(keyOf('凭证', 'png'), picture)
  const contract = { out_code: 'HT-1', customer: '某某器材', category: 2, amount: 1000 }
  const { code: contract_code } = (await person.post('/contracts', contract)).data
  const line = { voucher_attachment_codes: [code], check_invoice_code: 'invoice', contract_code }
  expect((await book(person, line)).data).toMatchObject({ pay_amount_yuan: '100.00' })
  const from = join(folder, 'older.backup')
  const made = await backup(app.databaseUrl, app.services.storage, from)
  const to = await target()
  becomeLater()
  expect(await restore(to.url, to.storage, from)).toEqual(made)
  const facts = `select code, payer, pay_amount, (select array_agg(l.position) from payment_line_attachments l) as pictures,
    (select json_object_agg(dimension, amount) from (
      select dimension, sum(amount) as amount from project_sums group by 1) s) as sums, (select max(invoice_id) from invoice_uses) as invoice,
    (select count(*)::int4 from audit_logs) as log from payments`
  expect(await query(to.url, facts)).toEqual(await query(app.databaseUrl, facts))
  expect(await query(to.url, 'select later_note from contracts')).toEqual([{ later_note: '某某器材' }])
  await to.drop()
})

test('petty cash is restored with its pictures, total set and write-off; its sums and those of budgets are computed', async () => {
  const { app, admin, project, uploaded, picture } = uploads
  const person = admin.on(project)
  const { code } = await uploaded(keyOf('票据', 'png'), picture)
  const subject_three_code = await subjectCode(person, '24000101')
  const detail = {
    pay_at: '2026-11-21',
    payer: '王某某',
    subject_three_code,
    pay_channel: 1,
    pay_amount: '8.80',
  }
  const complete = { voucher_category: 4, face_tax_rate: '6%', voucher_attachment_codes: [code] }
  await person.post('/imprests', { ...detail, ...complete })
  await person.post('/imprests', detail)
  await person.put('/imprests/amount', { amount: '100' })
  await person.post('/cost_budgets', { subject_three_code, unit_price: '3', quantity: '2.5' })
  expect((await person.post('/imprests/write_offs')).data).toMatchObject({
    total_quantity: 2,
    succeeded_quantity: 1,
  })
  const from = join(folder, 'petty-cash.backup')
  const made = await backup(app.databaseUrl, app.services.storage, from)
  const to = await target()
  expect(await restore(to.url, to.storage, from)).toEqual(made)
  const facts = `select
    (select json_agg(e order by id) from petty_cash e) as details, (select json_agg(l) from petty_cash_attachments l) as pictures,
    (select json_agg(a) from petty_cash_amounts a) as total, (select json_agg(w) from write_offs w) as history,
    (select json_agg(p) from petty_cash_payments p) as payments,
    (select json_object_agg(dimension, amount) from (
      select dimension, sum(amount) as amount from project_sums group by 1) s) as sums`
  const [restored] = await query(to.url, facts)
  expect([restored]).toEqual(await query(app.databaseUrl, facts))
  expect(restored).toMatchObject({
    sums: { petty_cash_open: 880, cost_budget: 750 },
    pictures: [{ position: 1 }],
    payments: [{}],
  })
  await to.drop()
})

test('a database without tables is migrated first, and has none again after a failure', async () => {
  const to = await targetIn(await emptyDatabase())
  const tables = "select count(*)::int4 as n from pg_class where relnamespace = 'public'::regnamespace"
  await expect(restore(to.url, to.storage, await broken())).rejects.toThrow(/不完整/)
  expect(await query(to.url, tables)).toEqual([{ n: 0 }])
  await restore(to.url, to.storage, file)
  expect(await to.companies()).toHaveLength(1)
  await to.drop()
})

test('an empty database of an older version is migrated first', async () => {
  const to = await target()
  becomeLater()
  const from = join(folder, 'later.backup')
  const later = await target()
  await restore(later.url, later.storage, file)
  await backup(later.url, later.storage, from)
  await later.drop()
  await restore(to.url, to.storage, from)
  expect(await to.companies()).toHaveLength(1)
  await to.drop()
})

test.each<[CommitFault, boolean]>([
  ['answer lost', true],
  ['never sent', false],
  ['half open', false],
])('a connection that breaks at the commit (%s): the database is asked', async (fault, done) => {
  const to = await target()
  const fake = await startCommitFault(to.url, fault)
  const restoring = restore(fake.url, to.storage, file, { patienceMs: 20_000 })
  if (done) expect(await restoring).toMatchObject({ files: 2 })
  else
    await expect(restoring).rejects.toThrow(
      /已写入的 2 个文件保留。.*从中断处继续：与数据库的连接断开（Connection terminated/,
    )
  expect([await to.files(), (await to.companies()).length]).toEqual([2, done ? 1 : 0])
  fake.close()
  await to.drop()
})

test.each<[CommitFault, number]>([
  ['answer lost', 1],
  ['never sent', 0],
])(
  'where it cannot be asked either (%s), all files stay and the error says so; a second run succeeds',
  async (fault, companies) => {
    const to = await target()
    const fake = await startCommitFault(to.url, fault, true)
    await expect(restore(fake.url, to.storage, file, { patienceMs: 800 })).rejects.toThrow(
      /无法确认.*全部保留/,
    )
    fake.close()
    expect([await to.files(), (await to.companies()).length]).toEqual([2, companies])
    const again = restore(to.url, to.storage, file)
    if (companies === 1) await expect(again).rejects.toThrow(/已有公司/)
    else expect(await again).toMatchObject({ files: 2 })
    expect([await to.files(), (await to.companies()).length]).toEqual([2, 1])
    await to.drop()
  },
)

test('beside an idle server, which has no connection to detect: people can sign in there afterwards', async () => {
  const to = await target()
  const app = await buildApp({
    config: readConfig({ CAPTCHA_FIXED: 'TEST', PORT: '0' }, to.dataDir),
    databaseUrl: to.url,
  })
  const post = (url: string, payload?: object) => app.http.inject({ method: 'POST', url, payload })
  const login = async (phone: string) =>
    (
      await post('/api/manager/sessions', {
        phone,
        password: PASSWORD,
        captcha: 'TEST',
        captcha_token: (await post('/api/common/captchas')).json().data.token,
      })
    ).json()
  const { phone } = uploads.admin
  expect(await login(phone)).toMatchObject({ code: 422 })
  expect(await restore(to.url, to.storage, file)).toMatchObject({ files: 2 })
  expect(await login(phone)).toMatchObject({ code: 0 })
  await app.close()
  await to.drop()
})
