import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { EXPORT_SLOTS } from '../../src/platform/files/export-slot.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { formOf, png } from '../base/attachments/helpers.ts'
import { bookOf, RIGHT } from '../books/payments/sheet/sheets.ts'
import { companyOn, type Owner, uploadTo } from '../harness/company-on.ts'
import { bytesOf, openSocket, type RawRequest, readSome } from '../harness/cut.ts'
import { cloneDatabase } from '../harness/database.ts'
import { ask, expectTotalsTrue } from '../harness/recount.ts'
import { costOf, openFilesOf } from '../processes/process.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const TIMES = 20
const ROWS = 1_000
/** An export of 38 MB: larger than the socket buffers on its way, which hold 100,000 lines (8 MB). */
const LINES = 400_000

let server: ServerProcess
let address: string
let database: { url: string; drop(): Promise<void> }
let owner: Owner
let random: ReturnType<typeof seeded>

beforeAll(async () => {
  database = await cloneDatabase()
  server = startServer({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests' })
  address = await server.ready()
  owner = await companyOn(() => address, database.url)
  random = seeded(SEED)
  // More lines than the buffers hold, a thousand to a payment.
  const { data } = await owner.who.post('/cost_executions', {
    pay_at: '2026-11-21',
    payer: '很多',
    cost_execution_details: [{ ...owner.line, pay_amount: '1.00' }],
  })
  await ask(
    database.url,
    `with headers as (
      insert into payments (project_id, code, pay_at, payer, pay_amount, creator_id, created_at, updated_at)
      select c.project_id, c.code || '-' || n, c.pay_at, c.payer, 100000, c.creator_id, c.created_at, c.updated_at
      from payments c, generate_series(1, ${LINES / 1000}) n where c.code = $1 returning id, project_id)
    insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel, pay_category_id, pay_amount, remark)
    select d.project_id, d.code || '-' || h.id || '-' || n, h.id, n, d.subject_id, d.pay_channel, d.pay_category_id, d.pay_amount, repeat(md5(n::text), 5)
    from headers h join payment_lines d on d.project_id = h.project_id, generate_series(1, 1000) n`,
    [data.code],
  )
})
afterAll(async () => {
  await endServers()
  await database.drop()
})

const signedIn = () => ({ authorization: `Bearer ${owner.token}`, 'x-project': owner.project })

/** Sends the share `part` of the request, waits for `until`, then resets the TCP connection (RST). */
async function cut(
  request: RawRequest,
  part: number,
  until: (socket: Awaited<ReturnType<typeof openSocket>>) => Promise<unknown>,
) {
  const socket = await openSocket(address)
  const bytes = bytesOf(address, request)
  socket.write(bytes.subarray(0, Math.ceil(bytes.length * part)))
  await until(socket)
  socket.resetAndDestroy()
}

/** Database sessions that still run a query or hold a transaction. */
const busy = async () =>
  (
    await ask<{ query: string }>(
      database.url,
      `select state || ': ' || left(query, 80) as query from pg_stat_activity
       where datname = current_database() and application_name like 'pianzhang%' and state <> 'idle'`,
    )
  ).map((row) => row.query)
/** How many of them began or ended a statement in the last ten seconds. */
const reading = async () =>
  (
    await ask<{ count: number }>(
      database.url,
      `select count(*)::int4 as count from pg_stat_activity where datname = current_database()
       and application_name like 'pianzhang%' and state <> 'idle' and state_change > now() - interval '10 seconds'`,
    )
  )[0]?.count
const temps = () => readdir(join(server.dataDir, 'files/tmp'))

/** Downloads an export without rows: it needs one of the few export slots. */
async function exportNothing(): Promise<number> {
  const { data } = await owner.who.post('/cost_executions/export', { payers: ['nobody'] })
  const { pathname, search } = new URL(data.file_url)
  return (await (await fetch(address + pathname + search)).arrayBuffer()).byteLength
}

/** Waits until nothing of the reset requests is left: no query, no temp file, no handle, no slot; and other requests are answered. */
async function expectRest(handles: number): Promise<void> {
  await expect.poll(busy, { timeout: 20_000 }).toEqual([])
  await expect.poll(temps, { timeout: 10_000 }).toEqual([])
  await expect.poll(() => openFilesOf(server.child.pid ?? 0), { timeout: 20_000 }).toBeLessThan(handles + 15)
  expect(await owner.who.get('/cost_executions', { per_page: 1, payers: 'nobody' })).toMatchObject({
    code: 0,
  })
  expect(await exportNothing()).toBeGreaterThan(1_000)
}

test('connections reset in uploads, imports, exports and event streams leave nothing behind', async () => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const picture = await png(900, 700)
  const book = await bookOf(Array.from({ length: ROWS }, (_, n) => ({ ...RIGHT, sequence: `${n}` })))
  // Counted after concurrent calls: their connections to the server and the database stay open for a while and are no leak.
  await Promise.all(
    Array.from({ length: 30 }, () => owner.who.get('/cost_executions', { payers: ['nobody'] })),
  )
  await Promise.all(Array.from({ length: 30 }, exportNothing))
  const handles = openFilesOf(server.child.pid ?? 0)
  const files: string[] = []
  const some = async (name: string, run: () => Promise<void>) => {
    for (let time = 0; time < TIMES; time += 10) await Promise.all(Array.from({ length: 10 }, run))
    await expectRest(handles).catch((error) => {
      throw new Error(`after ${name}`, { cause: error })
    })
  }
  await some('uploads', async () => {
    const key = 'manager/attachments/凭证-1763700000000.png'
    const { data } = await owner.who.post('/api/common/qinius', { key })
    const form = formOf([
      ['token', data.token],
      ['key', key],
      ['file', picture, 'x'],
    ])
    const request = { method: 'POST', path: '/api/common/uploads', headers: form.headers, body: form.payload }
    await cut(request, random.int(10, 99) / 100, () => sleep(random.int(0, 60)))
  })
  await some('imports', async () => {
    const file = await uploadTo(owner.who, book)
    files.push(file)
    const streams = random.chance(0.5)
    const body = Buffer.from(JSON.stringify({ attachment_code: file }))
    const headers = {
      ...signedIn(),
      'content-type': 'application/json',
      ...(streams && { accept: 'text/event-stream' }),
    }
    const request = { method: 'POST', path: '/api/manager/cost_executions/import', headers, body }
    await cut(request, 1, (socket) =>
      streams ? readSome(socket, random.int(1, 4_000)) : sleep(random.int(0, 400)),
    )
  })
  await some('exports', async () => {
    const { data } = await owner.who.post('/cost_executions/export', {})
    const { pathname, search } = new URL(data.file_url)
    const request = { method: 'GET', path: pathname + search, headers: {} }
    await cut(request, 1, (socket) => readSome(socket, random.int(1, 200_000)))
  })
  await some('event streams', async () => {
    const path = `/api/common/event_source/project?project=${owner.project}`
    await cut({ method: 'GET', path, headers: signedIn() }, 1, (socket) => readSome(socket, 1))
  })
  // Whether or not an import was committed, its rows are there once after it is repeated.
  for (const attachment_code of files)
    expect((await owner.who.post('/cost_executions/import', { attachment_code })).data).toMatchObject({
      status: 'succeeded',
      total: ROWS,
    })
  const [imported] = await ask<{ lines: number; whole: boolean }>(
    database.url,
    `select sum(n)::int4 as lines, bool_and(n = ${ROWS}) as whole
     from (select count(*) as n from payments where import_id is not null group by import_id) i`,
  )
  expect(imported).toEqual({ lines: files.length * ROWS, whole: true })
  await expectTotalsTrue(owner.who, database.url, owner.project)
})

test('readers who stop in the middle of an export cost little memory, and their slots are free after two minutes', async () => {
  const pid = server.child.pid ?? 0
  const link = async () => new URL((await owner.who.post('/cost_executions/export', {})).data.file_url)
  const { result: stopped, megabytes } = await costOf(pid, async () => {
    const sockets = []
    for (let reader = 0; reader < EXPORT_SLOTS.perPerson; reader += 1) {
      const { pathname, search } = await link()
      const socket = await openSocket(address)
      socket.write(bytesOf(address, { method: 'GET', path: pathname + search, headers: {} }))
      await readSome(socket, 10_000)
      sockets.push(socket)
    }
    // Until no rows are read any more, which takes as long as the kernel's buffers (up to 36 MB for each) are filled.
    await expect.poll(reading, { timeout: 600_000, interval: 1_000 }).toBe(0)
    return sockets
  })
  expect((await busy()).length, 'each waits with its rows').toBe(EXPORT_SLOTS.perPerson)
  const third = await link()
  expect((await fetch(address + third.pathname + third.search)).status).toBe(429)
  // The limit includes uncollected garbage; a server that held all rows as objects for each reader would need several times as much.
  expect(megabytes).toBeLessThan(250)
  await expect.poll(busy, { timeout: 150_000, interval: 1_000 }).toEqual([])
  const { pathname, search } = await link()
  const whole = await fetch(address + pathname + search)
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000)
  for (const socket of stopped) socket.destroy()
})
