import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { bytesOf, openSocket } from '../../harness/cut.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'

let test: TestApp
let world: PaymentWorld
let address: string

beforeAll(async () => {
  test = await startTestApp({}, { bulk: true })
  world = await paymentWorld(test)
  address = await test.listen()
  await world.clerk.post('/cost_executions', world.body())
})
afterAll(() => test.close())

/** Path and query of an export's download link. */
async function exported({ clerk } = world): Promise<string> {
  const link = new URL((await clerk.post('/cost_executions/export')).data.file_url)
  return link.pathname + link.search
}
/** A lock that stops an export where it begins to read. */
const stopReading = async (app = test) =>
  await hold(app.databaseUrl, 'lock table payment_lines in access exclusive mode')

it('exports in a process of its own; the main server opens no connection for it', async () => {
  const file = await fetch(address + (await exported()))
  expect(file.headers.get('content-disposition')).toContain('.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets[0]?.rows).toHaveLength(3)
  expect(test.services.exports.totalCount).toBe(0)
})

it('exports charts there too, so that both count against the same slots', async () => {
  const { data } = await world.clerk.get('/cost_executions/dashboard/payer_export')
  const { pathname, search } = new URL(data.file_url)
  const file = await fetch(address + pathname + search)
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets[0]?.rows).toHaveLength(3)
  expect(test.services.exports.totalCount).toBe(0)
})

it('passes on failures with their status and text', async () => {
  const forged = await fetch(`${address}${await exported()}0`)
  expect([forged.status, forged.headers.get('x-request-id')]).toEqual([403, expect.any(String)])
  expect(await forged.json()).toMatchObject({ code: 403, msg: expect.stringMatching(/\p{Script=Han}/u) })
})

it('refuses requests that reach the process without the key', async () => {
  const { port, key } = (await test.bulk?.use(async (endpoint) => endpoint)) ?? { port: 0, key: '' }
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/common/site`, { headers })
  expect((await ask({})).status).toBe(403)
  expect((await ask({ 'x-pianzhang-bulk': `${key.slice(1)}x` })).status).toBe(403)
  expect((await ask({ 'x-pianzhang-bulk': key })).status).toBe(200)
})

it('a process that ends under its downloads breaks them off; the next request starts another', async () => {
  const path = await exported()
  const lock = await stopReading()
  const socket = await openSocket(address)
  socket.write(bytesOf(address, { method: 'GET', path, headers: {} }))
  await untilWaiting(test.databaseUrl)
  test.bulk?.cut()
  socket.resume()
  await once(socket, 'close')
  await lock.release()
  expect((await fetch(address + path)).status).toBe(200)
})

it('a process that hangs is ended, so that its caller is told and the next request starts another', async () => {
  await using app = await startTestApp({}, { bulk: true, silenceMs: 10_000 })
  const path = (await app.listen()) + (await exported(await paymentWorld(app)))
  expect((await fetch(path)).status).toBe(200)
  const [pid = 0] = app.bulk?.pids ?? []
  process.kill(pid, 'SIGSTOP')
  expect((await fetch(path)).status).toBe(503)
  expect((await fetch(path)).status).toBe(200)
  expect(app.bulk?.pids).not.toContain(pid)
})

it('a process that cannot start answers 503, and the main server goes on', async () => {
  await using app = await startTestApp({}, { bulk: true })
  const own = await paymentWorld(app)
  const path = (await app.listen()) + (await exported(own))
  process.env.SITE = '/nowhere/site.json'
  try {
    const answer = await fetch(path)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ msg: expect.stringMatching(/稍后/) }),
    ])
  } finally {
    delete process.env.SITE
  }
  expect((await own.clerk.get('/cost_executions')).status).toBe(200)
  expect((await fetch(path)).status).toBe(200)
})

it('the process is started by an export, and ends when there was none for a while', async () => {
  await using app = await startTestApp({}, { bulk: true, idleMs: 100 })
  const path = (await app.listen()) + (await exported(await paymentWorld(app)))
  expect(app.bulk?.pids).toEqual([])
  const lock = await stopReading(app)
  const file = fetch(path)
  await untilWaiting(app.databaseUrl)
  const [pid] = app.bulk?.pids ?? []
  await lock.release()
  expect((await (await file).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  await expect.poll(() => app.bulk?.pids).toEqual([])
  expect((await fetch(path)).status).toBe(200)
  expect(app.bulk?.pids).not.toContain(pid)
})

it('an export for which the process still starts goes by the rights that its person then has', async () => {
  await using app = await startTestApp({}, { bulk: true })
  const own = await paymentWorld(app)
  const path = (await app.listen()) + (await exported(own))
  const answer = fetch(path)
  await expect.poll(() => app.bulk?.pids).toHaveLength(1)
  await sql`update users set role_id = null where id = ${own.clerk.userId}`.execute(app.services.db)
  expect((await answer).status).toBe(403)
})

it('closing waits for running exports of the process', async () => {
  const app = await startTestApp({}, { bulk: true })
  const path = (await app.listen()) + (await exported(await paymentWorld(app)))
  const lock = await stopReading(app)
  const answer = fetch(path).then(async (file) => (await file.arrayBuffer()).byteLength)
  await untilWaiting(app.databaseUrl)
  const sent = async () => {
    await sleep(50)
    await lock.release()
    return await answer
  }
  const [size] = await Promise.all([sent(), sleep(10).then(() => app.http.close())])
  expect(size).toBeGreaterThan(1_000)
  await app.close()
})

it('an export for which the process still starts is written, though the server closes meanwhile', async () => {
  const app = await startTestApp({}, { bulk: true })
  const path = (await app.listen()) + (await exported(await paymentWorld(app)))
  const answer = fetch(path)
  await expect.poll(() => app.bulk?.pids).toHaveLength(1)
  const closing = app.http.close()
  const file = await answer
  expect(file.status).toBe(200)
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  await closing
  await app.close()
})

it('closing refuses exports that wait for a slot in the process', async () => {
  const app = await startTestApp({}, { bulk: true })
  const own = await paymentWorld(app)
  await own.clerk.post('/cost_executions', own.body())
  const path = (await app.listen()) + (await exported(own))
  const sessions = async (where: RawBuilder<unknown>) => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and ${where}`.execute(
        app.services.db,
      )
    return rows.length
  }
  const lock = await stopReading(app)
  const reading = [1, 2].map(async () => (await (await fetch(path)).arrayBuffer()).byteLength)
  await expect.poll(() => sessions(sql`wait_event_type = 'Lock'`)).toBe(2)
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(app.services.db)
  const third = fetch(path)
  // Whether a feature is on is asked for last, before it waits for a slot, as two of the person's exports are running.
  await expect
    .poll(() =>
      sessions(
        sql`query like 'select f.is_on from company_features%' and state = 'idle' and query_start > ${rows[0]?.now}`,
      ),
    )
    .toBe(1)
  const closing = app.http.close()
  const answer = await third
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({ msg: expect.stringContaining('服务正在重启') })
  await lock.release()
  for (const size of await Promise.all(reading)) expect(size).toBeGreaterThan(1_000)
  await closing
  await app.close()
})
