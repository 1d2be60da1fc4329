import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  afterCommit,
  type Db,
  inTransaction,
  openDatabase,
  Pools,
} from '../../../src/platform/database/database.ts'
import { cloneDatabase } from '../../harness/database.ts'

let database: { url: string; drop(): Promise<void> }
let pools: Pools
let db: Db

beforeAll(async () => {
  database = await cloneDatabase()
  pools = new Pools(database.url)
  db = openDatabase(pools.open())
})
afterAll(async () => {
  await pools.end()
  await database.drop()
})

const captchas = async () => (await sql`select from captchas`.execute(db)).rows.length
const write = () =>
  sql`insert into captchas (token_hash, answer, expires_at) select sha256(random()::text::bytea), 'x', now()`

test('is called when other connections can see the rows', async () => {
  const before = await captchas()
  let seen: Promise<number> | undefined
  await inTransaction(db, async (tx) => {
    await write().execute(tx)
    afterCommit(tx, () => {
      seen = captchas()
    })
    expect(seen).toBeUndefined()
  })
  expect(await seen).toBe(before + 1)
})

test('is not called after a rollback, and once after a retry', async () => {
  const call = vi.fn()
  const rolledBack = inTransaction(db, async (tx) => {
    afterCommit(tx, call)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  const aborted = inTransaction(db, async (tx) => {
    afterCommit(tx, call)
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })
  await expect(aborted).rejects.toThrow('rolled back instead of committed')
  expect(call).not.toHaveBeenCalled()
  let runs = 0
  await inTransaction(db, async (tx) => {
    runs += 1
    afterCommit(tx, call)
    if (runs < 3)
      await sql`do $$ begin raise exception 'met' using errcode = 'serialization_failure'; end $$`.execute(tx)
  })
  expect([runs, call.mock.calls.length]).toEqual([3, 1])
})

test('is called where the answer to COMMIT was lost: it may be committed', async () => {
  const call = vi.fn()
  const lost = inTransaction(db, async (tx) => {
    await write().execute(tx)
    afterCommit(tx, call)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(db)
  })
  await expect(lost).rejects.toThrow()
  expect(call).toHaveBeenCalledOnce()
  const refused = inTransaction(db, async (tx) => {
    afterCommit(tx, call)
    await sql`create table deferred_test (id int unique deferrable initially deferred)`.execute(tx)
    await sql`insert into deferred_test values (1), (1)`.execute(tx)
  })
  await expect(refused).rejects.toThrow('deferred_test_id_key')
  expect(call).toHaveBeenCalledOnce()
})

test('a transaction that inTransaction did not start is refused, as nothing would call it', async () => {
  const other = db.transaction().execute(async (tx) => afterCommit(tx, () => undefined))
  await expect(other).rejects.toThrow('inTransaction')
})
