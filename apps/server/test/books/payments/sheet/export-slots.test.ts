import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { bytesOf, openSocket, readAt, readSome } from '../../../harness/cut.ts'
import { startTestApp, type TestApp } from '../../../harness/harness.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'

/** Shorter than in production: a reader slower than this is disconnected. */
const PACE = { paceWindowMs: 3_000, paceBytes: 300_000 }

let test: TestApp
let world: PaymentWorld
let address: string
const sockets: Socket[] = []

beforeAll(async () => {
  test = await startTestApp({}, { timing: { ...PACE, exportWaitMs: 1_500 } })
  address = await test.listen()
  world = await large(await paymentWorld(test))
})
afterAll(() => test.close())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(() => test.services.exportSlots.taken).toBe(0)
})

/** Makes an export of 17 MB, more than the socket buffers hold. */
async function large(own: PaymentWorld): Promise<PaymentWorld> {
  await own.clerk.post('/cost_executions', own.body({ payer: '很多' }))
  // Nothing searches here, and indexing the characters of such remarks takes a minute.
  await sql`drop index payment_lines_characters`.execute(test.services.db)
  await sql`insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel,
      pay_category_id, pay_amount, remark)
    select d.project_id, d.code || n, d.payment_id, n, d.subject_id, d.pay_channel, d.pay_category_id, d.pay_amount,
      (select string_agg(md5(n || '-' || k), '') from generate_series(1, 460) k)
    from payment_lines d, generate_series(2, 2000) n where d.project_id = ${own.projectId}`.execute(
    test.services.db,
  )
  return own
}

async function link(who = world.clerk): Promise<string> {
  const { pathname, search } = new URL((await who.post('/cost_executions/export')).data.file_url)
  return pathname + search
}
/** Requests a download without reading the answer. */
async function download(who = world.clerk): Promise<Socket> {
  const socket = await openSocket(address)
  sockets.push(socket)
  const headers = { connection: 'close' }
  socket.write(bytesOf(address, { method: 'GET', path: await link(who), headers }))
  return socket
}
/** A download whose reader stops after the first bytes. */
async function stalledDownload(who = world.clerk): Promise<Socket> {
  const socket = await download(who)
  await readSome(socket, 10_000)
  return socket
}
/** From here to the end of the test no reader is too slow, however long a busy machine takes for the next ones. */
function unhurried(): void {
  const { timing } = test.services
  timing.paceWindowMs = 60_000
  onTestFinished(() => {
    timing.paceWindowMs = PACE.paceWindowMs
  })
}
const open = async (who = world.clerk) => await fetch(address + (await link(who)))
/** How many connections have an open transaction, as each running export does. */
const snapshots = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from pg_stat_activity
    where datname = current_database() and application_name = 'pianzhang' and xact_start is not null
      and pid <> pg_backend_pid()`.execute(test.services.db)
  return rows[0]?.n
}

it('slow readers of a company leave a slot for another one, and those of a person one for a colleague', async () => {
  const other = await paymentWorld(test)
  await other.clerk.post('/cost_executions', other.body())
  unhurried()
  await stalledDownload()
  await stalledDownload()
  const fifth = await open()
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await fifth.json()).toMatchObject({ code: 429, msg: expect.stringContaining('您已有2个导出文件') })
  await stalledDownload(world.reader)
  const colleague = await open(world.reader)
  expect([colleague.status, colleague.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await colleague.json()).toMatchObject({ code: 503, msg: expect.stringContaining('贵公司') })
  const whole = await open(other.clerk)
  expect(whole.status).toBe(200)
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
})

it('charts use the same slots', async () => {
  unhurried()
  await stalledDownload()
  await stalledDownload()
  const { data } = await world.clerk.get('/cost_executions/dashboard/payer_export')
  const { pathname, search } = new URL(data.file_url)
  expect((await fetch(address + pathname + search)).status).toBe(429)
})

it('a slot that is released in time goes to the one who waits', async () => {
  const [first] = [await stalledDownload(), await stalledDownload()]
  const { exportSlots } = test.services
  const third = link().then((path) => fetch(address + path))
  await expect.poll(() => exportSlots.waiting).toBe(1)
  first?.destroy()
  const file = await third
  expect(file.status).toBe(200)
  await file.body?.cancel()
})

it('a reader below the minimum rate is disconnected and its transaction ended, as is one who stops', async () => {
  const { timing } = test.services
  timing.paceBytes = 5_000_000
  try {
    await stalledDownload()
    const trickling = await download()
    await expect.poll(snapshots).toBe(2)
    // Fast enough that bytes never wait for a whole window.
    let rate = 500_000
    const read = readAt(trickling, () => rate)
    await expect.poll(() => test.services.exportSlots.taken).toBe(0)
    expect(await snapshots()).toBe(0)
    // Read the rest that the socket buffers hold.
    rate = Number.POSITIVE_INFINITY
    expect(await read).toBeLessThan(15_000_000)
  } finally {
    timing.paceBytes = PACE.paceBytes
  }
})

it('a reader above the minimum rate gets everything, even if it takes much longer than the window', async () => {
  const whole = (await (await open()).arrayBuffer()).byteLength
  expect(whole).toBeGreaterThan(15_000_000)
  const socket = await download()
  const began = performance.now()
  expect(await readAt(socket, () => PACE.paceBytes * 6)).toBeGreaterThan(whole)
  expect(performance.now() - began).toBeGreaterThan(2 * PACE.paceWindowMs)
})

it('slow rows do not count as a slow reader', async () => {
  const path = await link()
  const lock = await test.services.db.startTransaction().execute()
  await sql`lock table payment_lines in access exclusive mode`.execute(lock)
  const file = fetch(address + path)
  await expect.poll(() => test.services.exportSlots.taken).toBe(1)
  // Longer than the window; the test asserts no duration.
  await new Promise((resolve) => setTimeout(resolve, PACE.paceWindowMs * 1.5))
  await lock.rollback().execute()
  expect((await (await file).arrayBuffer()).byteLength).toBeGreaterThan(15_000_000)
})
