import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveDatabase } from '../../../src/operator/backup/move-database.ts'
import { checkAll } from '../../../src/operator/check/check.ts'
import { startPostgres } from '../../../src/platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../../../src/platform/database/migrations/migrate-database.ts'
import { openServices } from '../../../src/platform/open-services.ts'
import { withClient } from '../../harness/client.ts'
import { emptyDatabase } from '../../harness/database.ts'
import { COMPANY_CREATE, PASSWORD } from '../../harness/first-company.ts'
import { newProject, startTestApp } from '../../harness/harness.ts'
import { book, subjectCode } from '../../harness/ledger.ts'
import { startCommandLine } from '../../processes/commands.ts'

let folder: string
let dataDir: string
/** The address of a PostgreSQL of one's own. */
let urlFile: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-move-'))
  dataDir = join(folder, 'data')
  urlFile = join(folder, 'database-url')
  const embedded = await startPostgres({ dataDir, settings: { fsync: 'off' } })
  await migrateDatabase(embedded.url)
  await embedded.stop()
  await createCompany(COMPANY_CREATE)
  // Two sessions and a backup, which no backup has, but the installation.
  await onSource(
    `insert into backups (content, target, started_at, made_at) values ('all', '/x', now(), now());
     insert into sessions (code, user_id, token_hash, created_at, seen_at)
       select g::text, id, sha256(g::text::bytea), now(), now() from users, generate_series(1, 2) g`,
  )
})
afterAll(async () => await rm(folder, { recursive: true }))

test('sums and references of what is moved are right', async () => {
  await using app = await startTestApp()
  const { admin } = await app.company()
  const person = admin.on(await newProject(admin))
  const contract = { out_code: 'HT-1', customer: '某某器材', category: 2, amount: 1000 }
  const { code: contract_code } = (await person.post('/contracts', contract)).data
  await book(person, { contract_code })
  await person.post('/cost_budgets', {
    subject_three_code: await subjectCode(person, '24000101'),
    unit_price: '3',
    quantity: '2.5',
  })
  const own = await emptyDatabase()
  const ask = (text: string) => withClient(own.url, (client) => client.query(text))
  await migrateDatabase(own.url)
  await ask(`create function shorten() returns trigger language plpgsql as $$ begin new.name := 'x'; return new; end $$;
    create trigger shortened before insert on companies for each row execute function shorten()`)
  await expect(moveDatabase(app.databaseUrl, own.url)).rejects.toThrow(/表 companies 复制后与原来的不同/)
  expect((await ask('select from companies')).rowCount).toBe(0)
  await ask('drop function shorten() cascade')
  const { rows } = await moveDatabase(app.databaseUrl, own.url)
  expect(rows).toBeGreaterThan(10)
  const copy = await openServices({ config: app.services.config, databaseUrl: own.url })
  const { findings, projects } = await checkAll(copy.services)
  expect([findings, projects]).toEqual([[], 1])
  const sums = sql`select dimension, sum(amount) as amount from project_sums group by 1 order by 1`
  expect((await sums.execute(copy.services.db)).rows).toEqual((await sums.execute(app.services.db)).rows)
  await copy.close()
  await own.drop()
})

const start = (args: readonly string[], settings = {}, input?: Readable) =>
  startCommandLine(
    { databaseUrl: '', services: { config: { dataDir } } },
    args,
    { SECRET: '', ...settings },
    input,
  )
const createCompany = async (words: readonly string[], settings = {}) =>
  expect(await start(words, settings, Readable.from([PASSWORD])).ended).toMatchObject({ status: 0 })
const type = async (...args: string[]) => await start(args).ended
const MOVE = () => ['database:move', '--url-file', urlFile]

/** Runs a statement on the embedded database. */
async function onSource(text: string): Promise<unknown> {
  const embedded = await startPostgres({ dataDir, settings: { fsync: 'off' } })
  try {
    return await withClient(embedded.url, (client) => client.query(text))
  } finally {
    await embedded.stop()
  }
}

const count = `select (select count(*) from companies)::int4 as companies, (select count(*) from users)::int4 as users,
  (select count(*) from sessions)::int4 as sessions, (select count(*) from backups)::int4 as backups,
  (select count(*) from audit_logs)::int4 as logs`

async function target() {
  const made = await emptyDatabase()
  await writeFile(urlFile, `${made.url}\n`)
  return {
    ...made,
    ask: async (text: string) => (await withClient(made.url, (client) => client.query(text))).rows,
  }
}
const TABLES = `select count(*)::int4 as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`

test('the embedded database is copied into an empty one, with what only the installation has; then the settings are named', async () => {
  const own = await target()
  const done = await type(...MOVE())
  expect(done).toMatchObject({ status: 0, err: '' })
  expect(done.out).toContain('逐表核对一致')
  expect(done.out).toContain(`\nDATABASE_URL_FILE=${urlFile}\nSECRET_FILE=${dataDir}/secret\n`)
  expect(await own.ask(count)).toEqual([{ companies: 1, users: 1, sessions: 2, backups: 1, logs: 1 }])
  // The settings that it names work, numbers go on, and what was left behind is said.
  const settings = {
    DATABASE_URL_FILE: urlFile,
    SECRET_FILE: join(dataDir, 'secret'),
    SECRET: '',
    DATABASE_URL: '',
  }
  const check = await start(['check'], settings).ended
  expect(check).toMatchObject({ status: 0 })
  const second = [...COMPANY_CREATE].map((word) => (/^1\d{10}$/.test(word) ? '13900000099' : word))
  await createCompany(second, settings)
  expect((await start(['status'], settings).ended).out).toContain('另有一个内置数据库（postgres），没有使用')
  // A second time there is a company already; with the settings there is nothing to move.
  const again = await type(...MOVE())
  expect(again).toMatchObject({ status: 1 })
  expect(again.err).toMatch(/没有搬移，原来的数据库没有改动.*数据库中已有公司/)
  expect((await start(MOVE(), settings).ended).err).toContain('设置中已有 DATABASE_URL')
  await own.drop()
})

test('one that is killed, or cannot be used, changes nothing, and can be repeated', async () => {
  const own = await target()
  const embedded = await startPostgres({ dataDir, settings: { fsync: 'off' } })
  const running = await type(...MOVE())
  expect(running).toMatchObject({ status: 1, err: expect.stringContaining('请停止服务后再搬移') })
  await embedded.stop()

  await withClient(own.url, async (blocker) => {
    // It has copied the companies, and waits for this lock.
    await migrateDatabase(own.url)
    await blocker.query('begin; lock table users in share mode')
    const { child, ended } = start(MOVE())
    await expect
      .poll(async () => await own.ask("select from pg_locks where not granted and mode = 'RowExclusiveLock'"))
      .not.toEqual([])
    child.kill('SIGKILL')
    await ended
  })
  const sessions =
    "select from pg_stat_activity where datname = current_database() and application_name = 'pianzhang-restore'"
  await expect.poll(async () => await own.ask(sessions)).toEqual([])
  expect(await own.ask('select from companies')).toEqual([])
  expect(await type(...MOVE())).toMatchObject({ status: 0, err: '' })
  expect(await own.ask(count)).toMatchObject([{ companies: 1, users: 1, sessions: 2 }])
  await own.drop()

  for (const [text, words] of [
    ['postgres://nobody:x@127.0.0.1:1/none', '没有程序在运行'],
    ['somewhere', '不是数据库地址'],
  ] as const) {
    await writeFile(urlFile, text)
    expect(await type(...MOVE())).toMatchObject({ status: 1, err: expect.stringContaining(words) })
  }
  const foreign = await target()
  await foreign.ask('create table sales as select 1 as one')
  expect((await type(...MOVE())).err).toContain('不属于片账的数据表（sales）')
  expect(await foreign.ask(TABLES)).toEqual([{ n: 1 }])
  await foreign.drop()
})
