import { addDays, today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drop } from '../../../../src/platform/database/connections/limits.ts'
import { Replica } from '../../../../src/platform/database/connections/replica.ts'
import { Pools } from '../../../../src/platform/database/database.ts'
import { cloneDatabase } from '../../../harness/database.ts'
import { type Caller, startTestApp, type TestApp } from '../../../harness/harness.ts'
import { book } from '../../../harness/ledger.ts'

const REST_MS = 200
const WAIT = { timeout: 60_000 }

let app: TestApp
let admin: Caller
let pools: Pools
let replicaPool: ReturnType<Pools['open']>
let warnings: ReturnType<typeof vi.spyOn>

/**
 * A stand-in of a replica: the same database under a `search_path` whose first schema replaces PostgreSQL's functions of replication, and has
 * empty views of the sums and payments, so that an answer shows which of the two was read.
 */
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.services
  for (const statement of [
    'create schema replica',
    'create table replica.state (position pg_lsn)',
    "insert into replica.state values ('FFFFFFFF/FFFFFFFF')",
    'create table replica.role (standby boolean)',
    'insert into replica.role values (true)',
    'create table replica.fault (fails boolean)',
    'insert into replica.fault values (false)',
    'create function replica.pg_is_in_recovery() returns boolean language sql as $$ select standby from replica.role $$',
    'create function replica.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$ select position from replica.state $$',
    `create function replica.nothing() returns boolean language plpgsql as $$ begin
       if (select fails from replica.fault) then
         raise exception 'canceling statement due to conflict with recovery' using errcode = '40001';
       end if;
       return false;
     end $$`,
    'create view replica.project_sums as select * from public.project_sums where replica.nothing()',
    'create view replica.payments as select * from public.payments where replica.nothing()',
  ])
    await sql.raw(statement).execute(db)
  const url = new URL(app.databaseUrl)
  url.searchParams.set('options', '-c search_path=replica,public,pg_catalog')
  pools = new Pools(url.href)
  replicaPool = pools.open({ connectionTimeoutMillis: 1_000 })
  const { admin: first } = await app.company()
  admin = first.on((await first.post('/projects', { name: '长河' })).data.code)
  await book(admin)
})
afterAll(async () => {
  await pools.end()
  await app.close()
})
beforeEach(async () => {
  const { db } = app.services
  await sql`update replica.state set position = 'FFFFFFFF/FFFFFFFF'`.execute(db)
  await sql`update replica.fault set fails = false`.execute(db)
  await sql`update replica.role set standby = true`.execute(db)
  Object.assign(app.services, { replica: new Replica(replicaPool, db, REST_MS) })
  warnings = vi.spyOn(console, 'warn').mockReturnValue()
  const told = vi.spyOn(console, 'log').mockReturnValue()
  return () => {
    warnings.mockRestore()
    told.mockRestore()
  }
})

const chart = async () => (await admin.get('/cost_executions/dashboard/payer')).data.items
const OF_PRIMARY = [{ payer: '北京影视器材有限公司', amount: '100.00' }]

/** Bytes of an export. */
async function exported(): Promise<number> {
  const { data } = await admin.post('/cost_executions/export', {})
  const { pathname, search } = new URL(data.file_url)
  const answer = await app.http.inject({ method: 'GET', url: pathname + search })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload.length
}

test('a replica that has replayed everything answers charts and exports, and lists stay on the primary', async () => {
  expect(await chart()).toEqual([])
  const empty = await exported()
  expect((await admin.get('/cost_executions')).data.listTotal).toBe(1)
  await sql`update replica.state set position = '0/1'`.execute(app.services.db)
  expect(await exported()).toBeGreaterThan(empty)
})

test('a replica that lags is not read; the operator is told once, and it is used again when it has caught up', async () => {
  await sql`update replica.state set position = '0/1'`.execute(app.services.db)
  expect(await Promise.all([chart(), chart()])).toEqual([OF_PRIMARY, OF_PRIMARY])
  expect(warnings).toHaveBeenCalledTimes(1)
  expect(String(warnings.mock.calls[0])).toContain('落后于主库')
  // After each pause the replica is tried again, and still lags.
  const retried = vi.spyOn(replicaPool, 'connect')
  await expect
    .poll(async () => [await chart(), retried.mock.calls.length > 1], WAIT)
    .toEqual([OF_PRIMARY, true])
  retried.mockRestore()
  expect(warnings).toHaveBeenCalledTimes(1)
  await sql`update replica.state set position = 'FFFFFFFF/FFFFFFFF'`.execute(app.services.db)
  await expect.poll(chart, WAIT).toEqual([])
  expect(vi.mocked(console.log)).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('恢复使用'))
})

test('a replica that was promoted, and goes its own way, is not read', async () => {
  await sql`update replica.role set standby = false`.execute(app.services.db)
  expect(await chart()).toEqual(OF_PRIMARY)
  expect(String(warnings.mock.calls[0])).toContain('不是副本')
})

test('another database, whose figures are not these, is not read', async () => {
  const other = await cloneDatabase()
  const client = new Pools(other.url)
  const elsewhere = client.open()
  for (const statement of [
    'create schema replica',
    'create function replica.pg_is_in_recovery() returns boolean language sql as $$ select true $$',
    `create function replica.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$ select 'FFFFFFFF/FFFFFFFF'::pg_lsn $$`,
  ])
    await elsewhere.query(statement)
  const url = new URL(other.url)
  url.searchParams.set('options', '-c search_path=replica,public,pg_catalog')
  const standby = new Pools(url.href)
  Object.assign(app.services, { replica: new Replica(standby.open(), app.services.db, REST_MS) })
  expect(await chart()).toEqual(OF_PRIMARY)
  expect(String(warnings.mock.calls[0])).toContain('不是 DATABASE_URL 的副本')
  await Promise.all([standby.end(), client.end()])
  await other.drop()
})

test('a read that the replica cancels is repeated on the primary', async () => {
  await sql`update replica.fault set fails = true`.execute(app.services.db)
  expect(await chart()).toEqual(OF_PRIMARY)
  expect(String(warnings.mock.calls[0])).toContain('conflict with recovery')
})

test('a request that is refused while the replica is read does not put it aside', async () => {
  const refused = await admin.get('/cost_report', { as_of: addDays(today(new Date()), 2) })
  expect(refused).toMatchObject({ status: 422, data: { errors: [{ field: 'as_of' }] } })
  expect(await chart()).toEqual([])
  expect(warnings).not.toHaveBeenCalled()
})

test('a read whose connection breaks is repeated on the primary, and the replica is put aside', async () => {
  const replica = new Replica(replicaPool, app.services.db, REST_MS)
  let used: pg.PoolClient | undefined
  replicaPool.once('acquire', (client) => {
    used = client
  })
  const tried: string[] = []
  await replica.read(async (db) => {
    const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db)
    tried.push(rows[0]?.path.split(',')[0] ?? '')
    if (tried.length === 1 && used) drop(used)
    await sql`select 1`.execute(db)
  })
  expect(tried).toEqual(['replica', expect.not.stringContaining('replica')])
  expect(await replica.connect()).toBeNull()
})

test('without a reachable replica the primary answers', async () => {
  const nowhere = new Pools('postgres://nobody@127.0.0.1:1/nothing')
  Object.assign(app.services, { replica: new Replica(nowhere.open(), app.services.db, REST_MS) })
  expect(await chart()).toEqual(OF_PRIMARY)
  expect(await exported()).toBeGreaterThan(0)
  await nowhere.end()
})
