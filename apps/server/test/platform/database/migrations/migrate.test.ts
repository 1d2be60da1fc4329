import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../../../../src/platform/config.ts'
import { migrate, migrationNames } from '../../../../src/platform/database/migrations/migrate.ts'
import { cloneDatabase } from '../../../harness/database.ts'
import { hold, untilWaiting } from '../../../harness/hold.ts'

/** A migrated database, and a connection to it. */
async function cloned() {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

/** A database of the first migrations only, without rows, and a connection to it. */
async function migratedTo(first: number) {
  const { url, client } = await cloned()
  await client.query('drop schema public cascade; create schema public')
  await migrate(url, first)
  return { url, client }
}

test('two servers that start on an empty database at once: each migration runs once', async () => {
  const { url, client } = await migratedTo(0)
  const names = await migrationNames()
  const ran = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(ran.reduce((sum, count) => sum + count)).toBe(names.length)
  const { rows } = await client.query('select name from migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('a database whose 0026 had other words in its comments is accepted, one with other statements is refused', async () => {
  const { url, client } = await cloned()
  const ranWith = (checksum: string) =>
    client.query("update migrations set checksum = $1 where name = '0026_operation_log.sql'", [checksum])
  const sql = readFileSync(new URL('../../../../migrations/0026_operation_log.sql', import.meta.url), 'utf8')
  const before = sql.replace('platform/audit/audit.ts', 'platform/audit.ts')
  await ranWith(createHash('sha256').update(before.replace('500', '501')).digest('hex'))
  await expect(migrate(url)).rejects.toThrow('迁移文件 0026_operation_log.sql 与数据库中已执行的内容不一致。')
  await ranWith(createHash('sha256').update(before).digest('hex'))
  expect(await migrate(url)).toBe(0)
})

const NEWER = '9000_newer.sql'

test.each([
  ['a newer migration that says nothing of older programs', null, false],
  ['one that is compatible with this program', '0001', true],
  ['one that is compatible only with a later program', '8999', false],
])('%s', async (_, compatible, works) => {
  const { url, client } = await cloned()
  await client.query('alter table migrations add column if not exists compatible_from text')
  await client.query("insert into migrations (name, checksum, compatible_from) values ($1, '', $2)", [
    NEWER,
    compatible,
  ])
  const refusal = `数据库由更新的版本创建（${NEWER}），请使用新版本程序。`
  const outcome = (work: Promise<number>) =>
    work.catch((error: unknown) => {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    })
  expect(await outcome(migrate(url, undefined, 'serve'))).toBe(works ? 0 : refusal)
  // A command is refused: it works on all tables and would leave out those that it does not know.
  expect(await outcome(migrate(url))).toBe(refusal)
})

test('a migration that waits for a long reading lets others read, and runs when it is over', async () => {
  const { url, client } = await migratedTo(14)
  const long = await hold(url, 'select from invoices')
  const migrating = migrate(url, 15)
  await untilWaiting(url)
  // PostgreSQL queues it behind the migration's request for an exclusive lock, which lock_timeout ends.
  expect((await client.query('select count(*)::int4 as n from invoices')).rows).toEqual([{ n: 0 }])
  await long.release()
  expect(await migrating).toBe(1)
})

test('a migration that is the victim of a deadlock with a request is rolled back and repeated', async () => {
  const { url, client: request } = await migratedTo(9)
  await request.query('begin; lock table cost_execution_details in row exclusive mode')
  const said = vi.spyOn(console, 'log').mockReturnValue()
  // 0010 has locked `cost_executions` and waits for `cost_execution_details`. It has waited longest, so its `deadlock_timeout` runs out first and
  // PostgreSQL chooses it as the victim.
  const migrating = migrate(url, 10)
  await untilWaiting(url)
  await request.query('lock table cost_executions in row exclusive mode')
  await request.query('commit')
  expect(await migrating).toBe(1)
  expect(said).toHaveBeenCalledWith(expect.stringContaining('在等待正在进行的读写'))
  said.mockRestore()
})

test('while 0010 builds its indexes, payments and lines can be read', async () => {
  const { url, client: reader } = await migratedTo(9)
  await reader.query("set lock_timeout = '5s'")
  // The lock of a write of lines: 0010 indexes the payments, and waits for the lines.
  const writer = await hold(url, 'lock table cost_execution_details in row exclusive mode')
  const migrating = migrate(url, 10)
  try {
    await untilWaiting(url)
    for (const table of ['cost_executions', 'cost_execution_details', 'imports'])
      expect((await reader.query(`select count(*)::int4 as n from ${table}`)).rows).toEqual([{ n: 0 }])
  } finally {
    await writer.release()
    await migrating
  }
  const { rows } = await reader.query(
    "select indexdef from pg_indexes where indexname like '%_characters%' order by indexname",
  )
  expect(rows.map(({ indexdef }) => indexdef)).toEqual([
    expect.stringMatching(
      /^CREATE INDEX cost_execution_details_characters ON .* gin \(project_id, search_characters\(remark\)\)/,
    ),
    expect.stringMatching(
      /^CREATE INDEX cost_executions_characters ON .* gin \(project_id, search_characters\(/,
    ),
  ])
})

test('0015 gives each number in a company to its first invoice, and keeps the pictures', async () => {
  const { url, client } = await migratedTo(12)
  await client.query(`
    insert into companies (code, name, granted_count) values ('a', '甲', 3), ('b', '乙', 3);
    insert into users (code, company_id, name, phone, password_hash) select code, id, name, code, '' from companies;
    insert into projects (code, company_id, name, creator_id, expire_at)
      select v.code, c.id, v.code, u.id, '2099-01-01' from (values ('a1', 'a'), ('a2', 'a'), ('b1', 'b')) v (code, company)
      join companies c on c.code = v.company join users u on u.company_id = c.id order by v.code;
    insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at)
      select id, 'picture', 'p.jpg', 1, 'jpg', 'k', false, creator_id, 't', now() from projects where code = 'a1';
    insert into invoices (project_id, code, status, invoice_type, invoice_code, invoice_number, attachment_id, creator_id, created_at)
      select p.id, v.code, v.status, v.type, v.letters, v.number, v.picture, p.creator_id, now()
      from (values
        ('a1', 'failed', 1, '', '', '26110000000000000001', null::bigint),
        ('a1', 'first', 0, '32', '', '26110000000000000001', (select id from attachments)),
        ('a1', 'again', 2, '', '', '26110000000000000001', null),
        ('a1', 'paper', 0, '04', '0110019002ab', '12345678', null),
        ('a1', 'empty', 2, '', '', '', null),
        ('a1', 'uncoded', 2, '04', '', '12345678', null),
        ('a1', 'untyped', 2, '', '', '12345678', null),
        ('a1', 'ticket', 0, '99', '', 'Z1234567', null),
        ('a1', 'early', 2, '51', '044001600211', '98580991', null),
        ('a1', 'train', 2, '51', '', '26329116000000000303', null),
        ('a2', 'elsewhere', 0, '', '', '26110000000000000001', null),
        ('b1', 'theirs', 0, '', '', '26110000000000000001', null)) v (project, code, status, type, letters, number, picture)
      join projects p on p.code = v.project`)
  await migrate(url, 15)
  const rows = async (text: string) => (await client.query(text)).rows
  expect(
    await rows(`select c.code as company, k.key, p.code as project, k.invoice_code from invoice_keys k
      join companies c on c.id = k.company_id join projects p on p.id = k.project_id order by 1, 2`),
  ).toEqual([
    { company: 'a', key: '0110019002AB-12345678', project: 'a1', invoice_code: 'paper' },
    { company: 'a', key: '044001600211-98580991', project: 'a1', invoice_code: 'early' },
    { company: 'a', key: '26110000000000000001', project: 'a1', invoice_code: 'first' },
    { company: 'a', key: '26329116000000000303', project: 'a1', invoice_code: 'train' },
    { company: 'a', key: '99-Z1234567', project: 'a1', invoice_code: 'ticket' },
    { company: 'b', key: '26110000000000000001', project: 'b1', invoice_code: 'theirs' },
  ])
  expect(
    await rows(`select i.code, a.code as file, f.position, f.sha256 from invoice_files f
      join invoices i on i.id = f.invoice_id join attachments a on a.id = f.attachment_id`),
  ).toEqual([{ code: 'first', file: 'picture', position: 1, sha256: null }])
  // Of the type 51 those with a code are electronic invoices of before 2018, the others railway tickets; a file is one invoice until it is read again.
  await migrate(url)
  expect(
    await rows(`select code, invoice_type as type from invoices where code in ('early', 'train') order by 1`),
  ).toEqual([
    { code: 'early', type: '10' },
    { code: 'train', type: '51' },
  ])
  expect(await rows(`select part, pages from invoice_files`)).toEqual([{ part: 1, pages: [] }])
})
