import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeNumbers } from '../../src/platform/numbers.ts'
import { type PaymentWorld, paymentWorld } from '../books/payments/helpers.ts'
import { cloneDatabase, type TestDatabase } from '../harness/database.ts'
import { startTestApp, type TestApp } from '../harness/harness.ts'
import { hold, untilWaiting } from '../harness/hold.ts'
import { startVanishing } from '../machines/fake-postgres.ts'
import { openStream } from '../platform/changes/stream.ts'

// The database's host vanishes without resetting its connections, as after a power failure or a change of routes, and comes back.

let database: TestDatabase
let host: Awaited<ReturnType<typeof startVanishing>>
let app: TestApp
let world: PaymentWorld
let address: string

beforeAll(async () => {
  database = await cloneDatabase()
  host = await startVanishing(database.url)
  app = await startTestApp(
    {},
    {
      // Longer than a statement takes on a busy machine.
      timing: { silenceMs: 3_000, numbersMs: 3_000, pingMs: 2_000 },
      database: { url: host.url, drop: () => database.drop() },
    },
  )
  world = await paymentWorld(app)
  address = await app.listen()
})
// The app is closed while the host is away, so closing must not wait for the database's answer.
afterAll(async () => {
  host.vanish()
  await app.close()
  host.close()
})

const AWAY = { status: 503, code: 503, msg: '服务暂时不可用，请稍后重试' }

test('reads and writes are answered by 503, and work when it is back', async () => {
  const { clerk } = world
  const save = () => clerk.post('/cost_executions', world.body())
  // Several connections are open when it vanishes.
  await Promise.all(Array.from({ length: 8 }, () => clerk.get('/cost_executions')))
  expect(await save()).toMatchObject({ code: 0 })
  host.vanish()
  const answers = await Promise.all([clerk.get('/cost_executions'), clerk.get('/contracts'), save()])
  for (const answer of answers) expect(answer).toMatchObject(AWAY)
  host.comeBack()
  // No connection from before is used again.
  const after = await Promise.all([clerk.get('/cost_executions'), clerk.get('/contracts'), save(), save()])
  expect(after.map(({ code }) => code)).toEqual([0, 0, 0, 0])
})

test('a write that was under way is given up', async () => {
  const holder = await hold(database.url, `select 1 from projects where id = ${world.projectId} for update`)
  const saving = world.clerk.post('/cost_executions', world.body())
  await untilWaiting(database.url)
  host.vanish()
  expect(await saving).toMatchObject(AWAY)
  await holder.release()
  host.comeBack()
  expect(await world.clerk.post('/cost_executions', world.body())).toMatchObject({ code: 0 })
})

test('two dead connections for numbers stop no payment that comes later', async () => {
  const take = () => takeNumbers(app.services.numbers, world.projectId, 'vanished', 1)
  await Promise.all([take(), take()])
  host.vanish()
  for (const lost of await Promise.allSettled([take(), take(), take()]))
    expect(lost).toMatchObject({ status: 'rejected', reason: { message: expect.any(String) } })
  host.comeBack()
  expect(await take()).toBeGreaterThan(2n)
  expect(await world.clerk.post('/cost_executions', world.body())).toMatchObject({ code: 0 })
})

test('live updates end when it vanishes, and come again', async () => {
  const stream = await openStream(address, world.clerk)
  host.vanish()
  await stream.ended
  host.comeBack()
  // A stream may end once more while the server reconnects; like a page, this opens it again.
  const hear = async () => {
    const next = await openStream(address, world.clerk)
    await world.clerk.post('/cost_executions', world.body())
    const heard = expect.poll(() => next.events.length).toBeGreaterThan(0)
    await Promise.race([heard.catch(() => undefined), next.ended])
    next.stop()
    return next.events
  }
  await expect.poll(hear).toContainEqual({ resource: 'cost_execution', action: 'create' })
})
