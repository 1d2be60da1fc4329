import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Db,
  inTransaction,
  openDatabase,
  Pools,
  type Tx,
} from '../../../src/platform/database/database.ts'
import { takeNumbers } from '../../../src/platform/numbers.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'

let database: { url: string; drop(): Promise<void> }

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const LOCK = 'lock table captchas in access exclusive mode'
const hang = (db: Db) => inTransaction(db, (tx) => tx.selectFrom('captchas').selectAll().execute())

test('a cut ends a transaction that waits for a lock, and one that does nothing', async () => {
  const pools = new Pools(database.url)
  const db = openDatabase(pools.open())
  const holder = await hold(database.url, LOCK)
  try {
    const begun = Promise.withResolvers<void>()
    const cut = Promise.withResolvers<void>()
    const lazy = inTransaction(db, async (tx) => {
      await sql`select 1`.execute(tx)
      begun.resolve()
      await cut.promise
      await sql`select 1`.execute(tx)
    })
    const outcomes = Promise.allSettled([hang(db), lazy])
    await begun.promise
    await untilWaiting(database.url)
    pools.cut()
    cut.resolve()
    for (const { status } of await outcomes) expect(status).toBe('rejected')
    await pools.end()
  } finally {
    await holder.release()
  }
})

test('a database that closes a connection somebody works with fails the work, not the process', async () => {
  const pools = new Pools(database.url)
  const db = openDatabase(pools.open())
  const holder = await hold(database.url, LOCK)
  try {
    const outcomes = Promise.allSettled([hang(db)])
    await untilWaiting(database.url)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(await outcomes).toMatchObject([{ status: 'rejected' }])
  } finally {
    await holder.release()
  }
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await pools.end()
})

/** With a company and a person of the same id. */
async function addProject(db: Db | Tx, id: bigint): Promise<void> {
  await sql`insert into companies (id, code, name) overriding system value values (${id}, ${`c${id}`}, 'c')`.execute(
    db,
  )
  await sql`insert into users (id, code, company_id, name, phone, password_hash) overriding system value
    values (${id}, ${`u${id}`}, ${id}, 'u', ${`${id}`}, '')`.execute(db)
  await sql`insert into projects (id, code, company_id, name, creator_id, expire_at) overriding system value
    values (${id}, ${`p${id}`}, ${id}, 'p', ${id}, '2030-01-01')`.execute(db)
}

test('numbers taken on a transaction go with it', async () => {
  const pools = new Pools(database.url)
  const db = openDatabase(pools.open())
  const failed = inTransaction(db, async (tx) => {
    await addProject(tx, 1n)
    expect(await takeNumbers(tx, 1n, 'cost_execution', 3)).toBe(1n)
    expect(await takeNumbers(tx, 1n, 'cost_execution', 1)).toBe(4n)
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  expect(await db.selectFrom('project_numbers').selectAll().execute()).toEqual([])
  await pools.end()
})

test('the planner takes every project for one of a common size', async () => {
  const pools = new Pools(database.url)
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'project_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attstattarget is distinct from 0`.execute(openDatabase(pools.open()))
  await pools.end()
  expect(rows, 'a migration with a new table sets it as the end of 0001_schema.sql does').toEqual([])
})
