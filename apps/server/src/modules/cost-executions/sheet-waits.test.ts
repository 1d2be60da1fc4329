import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openSocket } from '../../testing/cut.ts'
import { type Caller, startTestApp, type TestApp } from '../../testing/harness.ts'
import { hold, untilWaiting } from '../../testing/hold.ts'
import { openStream } from '../../testing/stream.ts'
import { type PaymentWorld, paymentWorld } from './testing.ts'
import { bookOf, RIGHT, upload } from './testing-sheets.ts'

/** What is silent on the wire for longer is cut by proxies, and by nobody here. */
const PACE = { paceWindowMs: 600, paceBytes: 1_000_000 }

let test: TestApp
let world: PaymentWorld
let code: string

beforeAll(async () => {
  test = await startTestApp({}, { timing: { ...PACE, heartbeatMs: 50, failedRowsWaitMs: 300 } })
  world = await paymentWorld(test)
  const rows = Array.from({ length: 200 }, (_, n) => ({ ...RIGHT, sequence: `${n}` }))
  code = await upload(test, world.clerk, await bookOf([...rows, { ...RIGHT, payer: '' }]))
})
afterAll(() => test.close())
afterEach(() => expect.poll(() => test.services.sheetSlots.taken).toBe(0))

const stopChecking = async () =>
  await hold(test.databaseUrl, 'lock table pay_categories in access exclusive mode')
const preview = async (who: Caller = world.clerk, file = code) =>
  await openStream(test, who, '/cost_executions/import/preview', file)
const failedRows = async () => {
  const { data } = await world.clerk.post('/cost_executions/import/preview', { attachment_code: code })
  const { pathname, search } = new URL(data.failed_rows_url)
  return (await test.listen()) + pathname + search
}
/** Both slots taken by others. */
const takeAll = async () => {
  const { signal } = new AbortController()
  const { sheetSlots } = test.services
  return await Promise.all(
    ['x', 'y'].map((person) => sheetSlots.acquire({ person, company: '' }, { signal })),
  )
}

it('a check that has nothing to say yet sends heartbeats; then its result', async () => {
  const lock = await stopChecking()
  const stream = await preview()
  await expect.poll(() => stream.text().split(':\n\n').length).toBeGreaterThan(3)
  expect(stream.text()).not.toContain('event:')
  await lock.release()
  expect(await stream.end()).toMatch(/event: result\ndata: \{"status":"failed"/)
})

it('a failure after a heartbeat is an event, before it an ordinary answer', async () => {
  const before = await (await preview(world.clerk, 'nowhere')).end()
  expect(before).toMatch(/^HTTP\/1.1 422 /)
  const held = await takeAll()
  const stream = await preview(world.clerk, 'nowhere')
  await expect.poll(stream.text).toContain(':\n\n')
  for (const { release } of held) release()
  await expect.poll(stream.text).toContain('event: waiting\ndata: {"ahead":null}')
  expect(await stream.end()).toMatch(/event: failure\ndata: \{"code":422,"msg":"文件不存在，请重新上传"/)
})

it('who waits for a slot hears of it and of nothing else; who leaves the queue is forgotten', async () => {
  const { sheetSlots } = test.services
  const held = await takeAll()
  const stream = await preview()
  await expect.poll(stream.text).toContain('event: waiting\ndata: {"ahead":0}')
  await expect.poll(() => stream.text().split(':\n\n').length).toBeGreaterThan(3)
  stream.leave()
  await expect.poll(() => sheetSlots.waiting).toBe(0)
  for (const { release } of held) release()
})

it('one person queues twenty files and no more', async () => {
  const held = await takeAll()
  const streams = await Promise.all(Array.from({ length: 20 }, () => preview()))
  await expect.poll(() => test.services.sheetSlots.waiting).toBe(20)
  const { status, headers, msg } = await world.clerk.post('/cost_executions/import/preview', {
    attachment_code: code,
  })
  expect([status, headers['retry-after'], msg]).toEqual([429, '30', expect.stringContaining('排队')])
  for (const stream of streams) stream.leave()
  for (const { release } of held) release()
})

it('a download of few failed rows is silent for long, and is not taken for a stalled reader', async () => {
  const address = await failedRows()
  const lock = await stopChecking()
  const file = fetch(address)
  await untilWaiting(test.databaseUrl)
  // Two windows: nothing is asserted of how long it takes.
  await new Promise((resolve) => setTimeout(resolve, 2 * PACE.paceWindowMs))
  await lock.release()
  expect((await (await file).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
})

it('a download of failed rows that gets no slot in time is told so', async () => {
  const address = await failedRows()
  const held = await takeAll()
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toMatchObject({ msg: expect.stringContaining('稍后') })
  for (const { release } of held) release()
})

it('a reader of failed rows who neither reads nor goes away is ended', async () => {
  // As many bytes as no buffer on the way holds.
  const noise = () => Array.from({ length: 500 }, () => crypto.randomUUID()).join('')
  const rows = Array.from({ length: 1_000 }, () => ({ ...RIGHT, payer: noise() }))
  const large = await upload(test, world.clerk, await bookOf(rows))
  const { data } = await world.clerk.post('/cost_executions/import/preview', { attachment_code: large })
  const { pathname, search } = new URL(data.failed_rows_url)
  const socket = await openSocket(await test.listen())
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await expect.poll(() => test.services.sheetSlots.taken).toBe(1)
  await expect.poll(() => test.services.sheetSlots.taken, { timeout: 30_000 }).toBe(0)
  socket.destroy()
})
