import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROMPT_MS } from '../../src/platform/database/connections/limits.ts'
import { countOf, type PaymentWorld, paymentWorld } from '../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, upload } from '../books/payments/sheet/sheets.ts'
import { startTestApp, type TestApp } from '../harness/harness.ts'
import { hold, untilWaiting } from '../harness/hold.ts'
import { ask } from '../harness/recount.ts'

// A request that waits for others is answered in time, writes nothing afterwards, and does not delay requests that need not wait.

let app: TestApp
let own: PaymentWorld
let elsewhere: PaymentWorld
let address: string

beforeAll(async () => {
  app = await startTestApp({}, { timing: { numbersMs: 3_000 } })
  own = await paymentWorld(app)
  elsewhere = await paymentWorld(app)
  address = await app.listen()
})
afterAll(() => app.close())

const IMPORTING = '同事正在导入，请稍后再试'
const BUSY = '同事正在操作相关数据，请稍后再试'
const MANY = 40
/** Waits for an import under way, as it locks the project's row. */
const archive = () => own.admin.post(`/projects/${own.project}/archive`)
const stateOf = async () =>
  await app.services.db
    .selectFrom('projects')
    .select('archive_at')
    .where('id', '=', own.projectId)
    .executeTakeFirstOrThrow()
const logged = async (action: 'archive') =>
  (
    await app.services.db
      .selectFrom('audit_logs')
      .select('id')
      .where('project_id', '=', own.projectId)
      .where('action', '=', action)
      .execute()
  ).length

/** Calls with a time limit of `ms` for writes instead of the test's. */
async function within<T>(ms: number, call: () => Promise<T>): Promise<T> {
  const { timing } = app.services
  const before = timing.writeMs
  timing.writeMs = ms
  try {
    return await call()
  } finally {
    timing.writeMs = before
  }
}

test('beside an import 40 writers that wait for it leave connections to others, are told why, and write nothing', async () => {
  const file = await upload(app, own.clerk, await bookOf([RIGHT]))
  const holder = await hold(app.databaseUrl, 'lock table payment_lines in share mode')
  const importing = importFile(own.clerk, file)
  await untilWaiting(app.databaseUrl)

  const leave = new AbortController()
  const headers = { authorization: `Bearer ${own.admin.token}` }
  const url = `${address}/api/manager/projects/${own.project}/archive`
  const left = Array.from({ length: MANY }, () =>
    fetch(url, { method: 'POST', headers, signal: leave.signal }).then(
      ({ status }) => status,
      () => 'left',
    ),
  )
  const { writeSlots } = app.services
  const held = writeSlots.bounds.perCompany ?? 0
  await untilWaiting(app.databaseUrl, held + 1)
  await expect.poll(() => writeSlots.waiting).toBe(MANY - held)
  // None of the 40 is answered yet: the others do not wait for them.
  const lists = await Promise.all(Array.from({ length: MANY }, () => elsewhere.clerk.get('/cost_executions')))
  expect(lists.map(({ code }) => code)).toEqual(Array(MANY).fill(0))
  expect(await elsewhere.clerk.post('/contracts', CONTRACT)).toMatchObject({ code: 0 })
  expect(writeSlots.waiting).toBe(MANY - held)

  leave.abort()
  expect(await Promise.all(left)).toEqual(Array(MANY).fill('left'))
  const told = await within(300, () => Promise.all(Array.from({ length: MANY }, archive)))
  for (const answer of told) expect(answer).toMatchObject({ status: 503, code: 503, msg: IMPORTING })
  expect(told[0]?.headers['retry-after']).toBe('5')

  await holder.release()
  expect((await importing).data).toMatchObject({ status: 'succeeded' })
  await expect.poll(() => writeSlots.taken).toBe(0)
  expect(await stateOf()).toEqual({ archive_at: null })
  expect(await logged('archive')).toBe(0)
})

const CONTRACT = { out_code: 'HT-1', customer: '某某影业', category: '0', amount: '1' }

test('a wait for somebody else than an import says so, and several waits share one limit', async () => {
  const { data } = await own.admin.post('/pay_categories', { name: '甲' })
  const rename = () => own.admin.put(`/pay_categories/${data.id}`, { name: '乙', version: data.version })
  const holder = await hold(
    app.databaseUrl,
    `select 1 from payment_types where project_id = ${own.projectId} and id = ${data.id} for update`,
  )
  expect(await within(300, rename)).toMatchObject({ status: 503, msg: BUSY })
  await holder.release()
  await expect.poll(() => app.services.writeSlots.taken).toBe(0)
  expect((await own.admin.get('/pay_categories', { keywords: '甲' })).data.items).toMatchObject([
    { version: data.version },
  ])
  expect(await rename()).toMatchObject({ code: 0 })
})

describe('a write that waited goes by the rights at its turn', () => {
  const TURNS: [string, (world: PaymentWorld) => Promise<unknown>, number][] = [
    [
      'its session ended by a transfer',
      async ({ admin, clerk }) => {
        const path = `/users/${admin.code}/transfer?transfer_user_code=${clerk.code}`
        expect(await admin.delete(path)).toMatchObject({ code: 0 })
      },
      50012,
    ],
    [
      'the company stopped',
      async ({ companyId }) =>
        await ask(app.databaseUrl, `update companies set stopped_at = now() where id = ${companyId}`),
      503,
    ],
    ['nothing changed', async () => undefined, 0],
  ]
  test.each(TURNS)('%s', async (_, change, code) => {
    const world = await paymentWorld(app)
    const holder = await hold(
      app.databaseUrl,
      `select 1 from projects where id = ${world.projectId} for update`,
    )
    const saving = world.admin.post('/contracts', CONTRACT)
    await untilWaiting(app.databaseUrl)
    app.advance(2_000)
    await change(world)
    await holder.release()
    expect(await saving).toMatchObject({ code })
    const contracts = await ask(
      app.databaseUrl,
      `select from contracts where project_id = ${world.projectId}`,
    )
    expect(contracts).toHaveLength(code === 0 ? 1 : 0)
  })
})

test('one wait for a lock ends by itself, before the whole limit', async () => {
  await using short = await startTestApp({}, { timing: { lockMs: 200 } })
  const world = await paymentWorld(short)
  const holder = await hold(
    short.databaseUrl,
    `select 1 from projects where id = ${world.projectId} for update`,
  )
  expect(await world.clerk.post('/contracts', CONTRACT)).toMatchObject({ status: 503, msg: BUSY })
  expect(await world.clerk.get('/contracts')).toMatchObject({ code: 0, data: { listTotal: 0 } })
  await holder.release()
  expect(await world.clerk.post('/contracts', CONTRACT)).toMatchObject({ code: 0 })
})

test('an import and a session that waits for it do not hold each other for ever', async () => {
  const file = await upload(app, own.clerk, await bookOf([RIGHT]))
  const before = await countOf(app, 'payments', own.projectId)
  const third = new pg.Client({ connectionString: app.databaseUrl })
  await third.connect()
  await third.query('begin; lock table project_numbers in access exclusive mode')
  const importing = importFile(own.clerk, file)
  await untilWaiting(app.databaseUrl)
  // A deadlock that PostgreSQL cannot detect: this lock waits for the import's transaction, which waits for a number, whose connection waits
  // for this lock.
  const locked = third.query('select 1 from projects where id = $1 for update', [own.projectId])
  expect(await importing).toMatchObject({ status: 503, msg: '服务暂时不可用，请稍后重试' })
  expect((await locked).rowCount).toBe(1)
  expect(await elsewhere.clerk.post('/cost_executions', elsewhere.body())).toMatchObject({ status: 503 })
  // Their statements were cancelled in the database, too.
  await expect.poll(waiting).toBe(0)
  await third.end()
  expect(await countOf(app, 'payments', own.projectId)).toBe(before)
  expect((await importFile(own.clerk, file)).data).toMatchObject({ status: 'succeeded' })
  expect(await own.clerk.post('/cost_executions', own.body())).toMatchObject({ code: 0 })
})

const waiting = async (): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.services.db)
  return rows.length
}

test('an import whose records are changed during each of its tries is refused in words', async () => {
  const file = await upload(app, own.clerk, await bookOf([RIGHT]))
  // As lockChecked does: 40001 is the code of ChangedMeanwhile.
  await ask(
    app.databaseUrl,
    `create function changed() returns trigger language plpgsql as
       $$ begin raise exception 'changed meanwhile' using errcode = '40001'; end $$;
     create trigger changed before insert on payment_lines for each row execute function changed()`,
  )
  expect(await importFile(own.clerk, file)).toMatchObject({
    status: 503,
    msg: '同事正在修改表格涉及的数据，未导入任何数据，请稍后再试',
  })
  expect(await own.clerk.post('/cost_executions', own.body())).toMatchObject({ status: 503, msg: BUSY })
  await ask(app.databaseUrl, 'drop function changed cascade')
  expect((await importFile(own.clerk, file)).data).toMatchObject({ status: 'succeeded' })
})

test('a server whose people wait for a table can be closed', async () => {
  await using closing = await startTestApp({}, { timing: { numbersMs: 500 } })
  const world = await paymentWorld(closing)
  const third = await hold(closing.databaseUrl, 'lock table project_numbers in access exclusive mode')
  const saving = world.clerk.post('/cost_executions', world.body())
  await untilWaiting(closing.databaseUrl)
  await closing.http.close()
  expect(await saving).toMatchObject({ status: 503 })
  await third.release()
})

test('the guard of a request gives a silent database up', async () => {
  const holder = await hold(app.databaseUrl, 'lock table sessions in access exclusive mode')
  expect(PROMPT_MS).toBeLessThan(8_000)
  expect(await own.clerk.get('/contracts')).toMatchObject({ status: 503 })
  await holder.release()
  expect(await own.clerk.get('/contracts')).toMatchObject({ code: 0 })
})
