import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { bytesOf, openSocket, readAt } from '../../../harness/cut.ts'
import { type Caller, startTestApp, type TestApp } from '../../../harness/harness.ts'
import { hold, untilWaiting } from '../../../harness/hold.ts'
import { openStream } from '../../../harness/stream.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { bookOf, RIGHT, upload } from './sheets.ts'

/** Proxies close silent connections; the server must not take silence for a slow reader. */
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
  await hold(test.databaseUrl, 'lock table payment_types in access exclusive mode')
const preview = async (who: Caller = world.clerk, file = code) =>
  await openStream(test, who, '/cost_executions/import/preview', file)
const failedRows = async () => {
  const { data } = await world.clerk.post('/cost_executions/import/preview', { attachment_code: code })
  const { pathname, search } = new URL(data.failed_rows_url)
  return (await test.listen()) + pathname + search
}
/** Takes both slots for other people. */
const takeAll = async () => {
  const { signal } = new AbortController()
  const { sheetSlots } = test.services
  return await Promise.all(
    ['x', 'y'].map((person) => sheetSlots.acquire({ person, company: '' }, { signal })),
  )
}

it('a check without progress sends heartbeats, then its result', async () => {
  const lock = await stopChecking()
  const stream = await preview()
  await expect.poll(() => stream.text().split(':\n\n').length).toBeGreaterThan(3)
  expect(stream.text()).not.toContain('event:')
  await lock.release()
  expect(await stream.end()).toMatch(/event: result\ndata: \{"status":"failed"/)
})

it('a failure after a heartbeat is an event, before it an ordinary answer', async () => {
  const { timing } = test.services
  const { heartbeatMs } = timing
  timing.heartbeatMs = 60_000
  const before = await (await preview(world.clerk, 'nowhere')).end()
  timing.heartbeatMs = heartbeatMs
  expect(before).toMatch(/^HTTP\/1.1 422 /)
  const held = await takeAll()
  const stream = await preview(world.clerk, 'nowhere')
  await expect.poll(stream.text).toContain(':\n\n')
  for (const { release } of held) release()
  await expect.poll(stream.text).toContain('event: waiting\ndata: {"ahead":null}')
  expect(await stream.end()).toMatch(/event: failure\ndata: \{"code":422,"msg":"文件不存在，请重新上传"/)
})

it('who waits for a slot gets only waiting events; who disconnects leaves the queue', async () => {
  const { sheetSlots } = test.services
  const held = await takeAll()
  const stream = await preview()
  await expect.poll(stream.text).toContain('event: waiting\ndata: {"ahead":0}')
  await expect.poll(() => stream.text().split(':\n\n').length).toBeGreaterThan(3)
  stream.leave()
  await expect.poll(() => sheetSlots.waiting).toBe(0)
  for (const { release } of held) release()
})

it('a person can queue twenty files', async () => {
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

it('a download of few failed rows with long silence is not ended as slow', async () => {
  const address = await failedRows()
  const lock = await stopChecking()
  const file = fetch(address)
  await untilWaiting(test.databaseUrl)
  // Two windows; the test asserts no duration.
  await new Promise((resolve) => setTimeout(resolve, 2 * PACE.paceWindowMs))
  await lock.release()
  expect((await (await file).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
})

it('a download of failed rows without a slot in time fails with a message', async () => {
  const address = await failedRows()
  const held = await takeAll()
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toMatchObject({ msg: expect.stringContaining('稍后') })
  for (const { release } of held) release()
})

/** The path of a failed-rows file larger than the socket buffers. */
async function largeFailedRows(): Promise<string> {
  const noise = () => Array.from({ length: 500 }, () => crypto.randomUUID()).join('')
  const rows = Array.from({ length: 1_000 }, () => ({ ...RIGHT, payer: noise() }))
  const large = await upload(test, world.clerk, await bookOf(rows))
  const { data } = await world.clerk.post('/cost_executions/import/preview', { attachment_code: large })
  const { pathname, search } = new URL(data.failed_rows_url)
  return pathname + search
}
const connections = () =>
  new Promise<number>((resolve, reject) =>
    test.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
/** Temp files of this server, also open ones that were unlinked. */
async function tempFiles(): Promise<string[]> {
  const folder = join(test.services.config.dataDir, 'files/tmp')
  const handles = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return [...(await readdir(folder)), ...handles.filter((path) => path.startsWith(folder))]
}

it('a stalled reader of failed rows holds no slot, and is disconnected', async () => {
  const path = await largeFailedRows()
  const others = await connections()
  const socket = await openSocket(await test.listen())
  const acquire = vi.spyOn(test.services.sheetSlots, 'acquire')
  socket.write(bytesOf(await test.listen(), { method: 'GET', path, headers: {} }))
  // Longer than the job takes.
  test.services.timing.paceWindowMs = 12_000
  try {
    await expect.poll(() => acquire.mock.results.length).toBe(1)
    await expect.poll(() => test.services.sheetSlots.taken, { timeout: 11_000 }).toBe(0)
    expect(await connections()).toBe(others + 1)
    await expect.poll(connections, { timeout: 40_000 }).toBe(others)
    await expect.poll(tempFiles).toEqual([])
  } finally {
    acquire.mockRestore()
    test.services.timing.paceWindowMs = PACE.paceWindowMs
    socket.destroy()
  }
})

it('a slow reader of failed rows gets all of them', async () => {
  const path = await largeFailedRows()
  const whole = await (await fetch((await test.listen()) + path)).arrayBuffer()
  const { sheets } = await readXlsx(new Uint8Array(whole))
  expect(sheets[0]?.rows).toHaveLength(1_001)
  const socket = await openSocket(await test.listen())
  socket.write(bytesOf(await test.listen(), { method: 'GET', path, headers: { connection: 'close' } }))
  await expect.poll(() => test.services.sheetSlots.taken).toBe(1)
  await expect.poll(() => test.services.sheetSlots.taken).toBe(0)
  expect(await readAt(socket, () => 8 * PACE.paceBytes)).toBeGreaterThan(whole.byteLength)
  expect(await tempFiles()).toEqual([])
})

it('who disconnects while the project is looked up takes no slot', async () => {
  const path = await largeFailedRows()
  const others = await connections()
  const lock = await hold(test.databaseUrl, 'lock table projects in access exclusive mode')
  const acquire = vi.spyOn(test.services.sheetSlots, 'acquire')
  const socket = await openSocket(await test.listen())
  socket.write(bytesOf(await test.listen(), { method: 'GET', path, headers: {} }))
  await untilWaiting(test.databaseUrl)
  expect(acquire).not.toHaveBeenCalled()
  socket.resetAndDestroy()
  await expect.poll(connections).toBe(others)
  await lock.release()
  await expect.poll(() => acquire.mock.results.length).toBe(1)
  await expect(acquire.mock.results[0]?.value).rejects.toThrow('aborted')
  acquire.mockRestore()
})
