import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  KEPT_STATEMENTS,
  Prepared,
  plannedEachTime,
} from '../../../../src/platform/database/connections/prepared.ts'
import { type Db, inTransaction, openDatabase, Pools } from '../../../../src/platform/database/database.ts'
import { cloneDatabase } from '../../../harness/database.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../../../harness/harness.ts'
import { book } from '../../../harness/ledger.ts'

let database: { url: string; drop(): Promise<void> }
let pools: Pools
let pool: pg.Pool
let db: Db
const onSwitchedOff = vi.fn()

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  onSwitchedOff.mockClear()
  pools = new Pools(database.url)
  // One connection, so that all statements are prepared on the same one.
  pool = pools.open({ max: 1 })
  db = openDatabase(pool, new Prepared(onSwitchedOff))
  return () => pools.end()
})

/** Sends a statement whose text contains the number; returns the number. */
const numbered = (number: number, on: Db = db) =>
  sql<{ n: number }>`select ${number}::int4 as n, ${sql.lit(number)} as text`
    .execute(on)
    .then(({ rows }) => rows[0]?.n)
const keptStatements = async () =>
  (
    await sql<{
      statement: string
    }>`select statement from pg_prepared_statements order by prepare_time`.execute(db)
  ).rows.map(({ statement }) => statement)
const keptNumbers = async () =>
  (await keptStatements()).map((text) => Number(/, (\d+) as text/.exec(text)?.[1]))

test('a statement is prepared once, also if some of its executions fail', async () => {
  const divided = (by: number) => sql<{ n: number }>`select 6 / ${by}::int4 as n`.execute(db)
  expect((await divided(2)).rows).toEqual([{ n: 3 }])
  await expect(divided(0)).rejects.toThrow('division by zero')
  expect((await divided(3)).rows).toEqual([{ n: 2 }])
  expect(await keptStatements()).toEqual(['select 6 / $1::int4 as n'])
  const { rows } = await sql<{ plans: number }>`select (generic_plans + custom_plans)::int4 as plans
    from pg_prepared_statements`.execute(db)
  // The division by zero fails in planning.
  expect(rows).toEqual([{ plans: 2 }])
})

test('a connection keeps a limited number of statements, those used last', async () => {
  const all = KEPT_STATEMENTS + 20
  for (let number = 0; number < all; number += 1) {
    expect(await numbered(number)).toBe(number)
    await numbered(0)
  }
  const numbers = await keptNumbers()
  expect(numbers).toHaveLength(KEPT_STATEMENTS)
  expect(numbers[0]).toBe(0)
  expect(numbers.slice(1)).toEqual(Array.from({ length: KEPT_STATEMENTS - 1 }, (_, index) => 21 + index))
  for (let number = 0; number < all; number += 1) expect(await numbered(number)).toBe(number)
})

test('the limit holds in a failed transaction, and for statements that are refused', async () => {
  for (let number = 0; number < KEPT_STATEMENTS; number += 1) await numbered(number)
  const failed = db.transaction().execute(async (tx) => {
    await expect(sql`select 1 / ${0}::int4`.execute(tx)).rejects.toThrow('division by zero')
    for (let number = 500; number < 520; number += 1)
      await expect(numbered(number, tx)).rejects.toMatchObject({ code: '25P02' })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  for (let number = 0; number < 20; number += 1)
    await expect(
      sql`select ${number}::int4 as n, wrong_${sql.raw(String(number))}`.execute(db),
    ).rejects.toMatchObject({
      code: '42703',
    })
  expect((await keptStatements()).length).toBeLessThanOrEqual(KEPT_STATEMENTS)
  for (let number = 400; number < 600; number += 1) expect(await numbered(number)).toBe(number)
  expect(await keptStatements()).toHaveLength(KEPT_STATEMENTS)
})

test('a refused statement is prepared once it becomes valid', async () => {
  const ask = () => sql`select later, ${1}::int4 as n from captchas`.execute(db)
  await expect(ask()).rejects.toMatchObject({ code: '42703' })
  await sql`alter table captchas add column later text`.execute(db)
  expect((await ask()).rows).toEqual([])
  expect(await keptStatements()).toHaveLength(1)
})

test('statements marked plannedEachTime, and commands such as BEGIN, have no name', async () => {
  await sql`select ${plannedEachTime} ${1}::int4 as n`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`declare c cursor for select ${1}::int4 as n`.execute(tx)
    expect((await sql`fetch all from c`.execute(tx)).rows).toEqual([{ n: 1 }])
  })
  expect(await keptStatements()).toEqual([])
})

test('a long text has no name', async () => {
  const list = (values: number) => sql.join(Array.from({ length: values }, (_, index) => sql`${index}::int4`))
  for (const values of [2, 2_000]) {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int4 as n from unnest(array[${list(values)}])`.execute(db)
    expect(rows).toEqual([{ n: values }])
  }
  expect(await keptStatements()).toHaveLength(1)
})

test('a value that cannot be serialized fails alone, and the statement is prepared later', async () => {
  const ask = (value: unknown) => sql<{ n: number }>`select (${value}::jsonb ->> 'n')::int4 as n`.execute(db)
  const circular: Record<string, unknown> = {}
  circular.self = circular
  for (let time = 0; time < 2; time += 1) {
    await expect(ask(circular)).rejects.toThrow('circular')
    expect((await ask({ n: time })).rows).toEqual([{ n: time }])
  }
  expect(onSwitchedOff).not.toHaveBeenCalled()
  expect(await keptStatements()).toHaveLength(1)
})

test('altering a table under prepared statements causes no failure, inside and outside of a transaction', async () => {
  await sql`create table altered (id int, value int)`.execute(db)
  await sql`insert into altered values (1, 1)`.execute(db)
  const texts = [1, 2, 3, 4, 5, 6]
  const all = (number: number, on: Db) =>
    sql`select *, ${sql.lit(number)} as text from altered where id = ${1}`.execute(on)
  for (const number of texts) await all(number, db)
  await sql`alter table altered alter column value type bigint`.execute(db)
  expect((await all(1, db)).rows).toEqual([{ id: 1, value: 1n, text: 1 }])
  await sql`alter table altered add column note text`.execute(db)
  // More stale statements than retries of a transaction: one failure must renew them all.
  let runs = 0
  const answers = await inTransaction(db, async (tx) => {
    runs += 1
    const rows = []
    for (const number of texts) rows.push((await all(number, tx)).rows[0])
    return rows
  })
  expect(answers).toEqual(texts.map((text) => ({ id: 1, value: 1n, note: null, text })))
  expect(runs).toBe(2)
  expect(await keptStatements()).toHaveLength(texts.length)
})

test('with a pooler that does not track prepared statements, work succeeds and names are no longer used', async () => {
  const forget = () => pool.query('deallocate all')
  await numbered(1)
  await forget()
  expect(await numbered(1)).toBe(1)
  expect(onSwitchedOff).toHaveBeenCalledOnce()
  await numbered(2)
  expect(await keptStatements()).toEqual([])
  const other = openDatabase(pool, new Prepared(onSwitchedOff))
  await numbered(3, other)
  await forget()
  const answer = await inTransaction(other, async (tx) => [await numbered(4, tx), await numbered(3, tx)])
  expect(answer).toEqual([4, 3])
  expect(onSwitchedOff).toHaveBeenCalledTimes(2)
})

/**
 * Imitates PgBouncer with `max_prepared_statements`: statements with the same text share one server statement, which stays when a client closes
 * its name.
 */
function shareByText(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: PgConnection }
  const nameByText = new Map<string, string>()
  const serverNames = new Map<string, string>()
  const { parse, bind } = connection
  connection.parse = (message) => {
    const shared = nameByText.get(message.text)
    const serverName = shared ?? `shared_${nameByText.size}`
    nameByText.set(message.text, serverName)
    serverNames.set(message.name, serverName)
    if (shared) connection.parsedStatements[message.name] = message.text
    else parse.call(connection, { ...message, name: serverName })
  }
  connection.bind = (message) =>
    bind.call(connection, { ...message, statement: serverNames.get(message.statement) ?? message.statement })
  connection.close = () => undefined
}
interface PgConnection {
  parsedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string }): void
  close(): void
}

test('with a pooler that shares statements by text, a new text is used after a table was altered', async () => {
  await sql`create table shared (id int, value int)`.execute(db)
  await sql`insert into shared values (1, 1)`.execute(db)
  const client = await pool.connect()
  shareByText(client)
  client.release()
  // Two processes behind the same pooler, each with its own version of the texts.
  const other = openDatabase(pool, new Prepared(onSwitchedOff))
  const value = async (on: Db) => (await sql`select * from shared where id = ${1}`.execute(on)).rows[0]
  for (const on of [db, other, db]) expect(await value(on)).toEqual({ id: 1, value: 1 })
  await sql`alter table shared alter column value type bigint`.execute(db)
  for (const on of [db, other, db]) expect(await value(on)).toEqual({ id: 1, value: 1n })
  await sql`alter table shared add column note text`.execute(db)
  for (const on of [other, db]) expect(await value(on)).toEqual({ id: 1, value: 1n, note: null })
  const inside = await inTransaction(openDatabase(pool, new Prepared(onSwitchedOff)), value as never)
  expect(inside).toEqual({ id: 1, value: 1n, note: null })
  expect(onSwitchedOff).not.toHaveBeenCalled()
})

const names = async (app: TestApp) =>
  (await sql<{ n: number }>`select count(*)::int4 as n from pg_prepared_statements`.execute(app.services.db))
    .rows[0]?.n

test('statements are named unless DATABASE_PREPARE=0', async () => {
  await using off = await startTestApp({ DATABASE_PREPARE: '0' })
  const { admin } = await off.company()
  expect((await book(admin.on(await newProject(admin)))).status).toBe(200)
  expect(await names(off)).toBe(0)
  await using on = await startTestApp()
  const company = await on.company()
  expect((await book(company.admin.on(await newProject(company.admin)))).status).toBe(200)
  expect(await names(on)).toBeGreaterThan(10)
})

test('during a migration all reads and writes of a running server succeed, on each connection', async () => {
  await using app = await startTestApp()
  const { admin } = await app.company()
  const person: Caller = admin.on(await newProject(admin))
  const everything = async () => {
    const reads = [
      '/cost_executions',
      '/cost_executions/dashboard/total_amount',
      '/sessions/profile',
      '/pay_categories',
    ]
    const answers = await Promise.all([
      ...[...reads, ...reads].map((path) => person.get(path)),
      ...Array.from({ length: 5 }, () => book(person)),
    ])
    return [...new Set(answers.map(({ status }) => status))]
  }
  // So that each statement is prepared on several connections.
  for (let round = 0; round < 3; round += 1) expect(await everything()).toEqual([200])
  await sql`alter table users alter column name type varchar(300)`.execute(app.services.db)
  await sql`alter table payments alter column payer type varchar(3000), add column later text`.execute(
    app.services.db,
  )
  await sql`alter table subjects alter column code type varchar(300)`.execute(app.services.db)
  for (let round = 0; round < 3; round += 1) expect(await everything()).toEqual([200])
})
