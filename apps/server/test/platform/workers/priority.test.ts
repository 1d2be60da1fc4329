import { readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inSlice, lowerBackend } from '../../../src/platform/database/connections/background.ts'
import { readRows } from '../../../src/platform/database/read-rows.ts'
import { ExportSlot } from '../../../src/platform/files/export-slot.ts'
import { PARAMETERS } from '../../../src/platform/login/passwords.ts'
import { HashProcesses } from '../../../src/platform/workers/hash-processes.ts'
import { BACKGROUND, lowered } from '../../../src/platform/workers/priority.ts'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, upload } from '../../books/payments/sheet/sheets.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold } from '../../harness/hold.ts'

// The system's niceness of what works for imports, exports and logins, as Linux shows it.

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  lowered.niceness = BACKGROUND
  test = await startTestApp({}, { bulk: true })
  world = await paymentWorld(test)
  await world.clerk.post('/cost_executions', world.body())
  // The tests' PostgreSQL becomes that of this server's data folder.
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(test.services.db)
  const cluster = readlinkSync(`/proc/${statOf(rows[0]?.pid ?? 0).parent}/cwd`)
  symlinkSync(cluster, join(test.services.config.dataDir, 'postgres'))
})
afterAll(async () => {
  await test.close()
  lowered.niceness = 0
})

/** Fields 4 and 19 of /proc/…/stat. */
function statOf(path: number | string): { parent: number; niceness: number } {
  const stat = readFileSync(`/proc/${path}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), niceness: Number(fields[16]) }
}

/** The niceness of each thread, and of the session where the kernel schedules by sessions. */
function nicenessOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => statOf(`${pid}/task/${thread}`).niceness)
  try {
    const session = readFileSync(`/proc/${pid}/autogroup`, 'utf8')
    return [...new Set([...threads, Number(session.trim().split(' ').at(-1))])]
  } catch {
    return [...new Set(threads)]
  }
}

/** Backends that wait for a lock. */
async function waiting(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.services.db)
  return rows.map(({ pid }) => pid)
}

it('an import: the process that reads the file, and its backend', async () => {
  const code = await upload(test, world.clerk, await bookOf([RIGHT]))
  const lock = await hold(test.databaseUrl, 'lock table payments in exclusive mode')
  const importing = importFile(world.clerk, code)
  await expect.poll(waiting).toHaveLength(1)
  await expect.poll(async () => (await waiting()).map(nicenessOf)).toEqual([[BACKGROUND]])
  await expect.poll(() => test.sheets?.pids.map(nicenessOf)).toEqual([[BACKGROUND]])
  await lock.release()
  expect((await importing).data).toMatchObject({ status: 'succeeded' })
})

it('an export: the process that writes it, and its backend; but nobody who opens a page', async () => {
  const { file_url } = (await world.clerk.post('/cost_executions/export')).data
  const { pathname, search } = new URL(file_url)
  const address = await test.listen()
  const lock = await hold(test.databaseUrl, 'lock table payment_lines in access exclusive mode')
  const file = fetch(address + pathname + search)
  await expect.poll(waiting).toHaveLength(1)
  await expect.poll(async () => (await waiting()).map(nicenessOf)).toEqual([[BACKGROUND]])
  await expect.poll(() => test.bulk?.pids.map(nicenessOf)).toEqual([[BACKGROUND]])
  const list = world.clerk.get('/cost_executions')
  await expect.poll(waiting).toHaveLength(2)
  expect((await waiting()).flatMap(nicenessOf).toSorted((a, b) => a - b)).toEqual([0, BACKGROUND])
  await lock.release()
  expect((await list).code).toBe(0)
  expect((await file).status).toBe(200)
  expect(nicenessOf(process.pid)).toEqual([0])
})

/** A connection whose backend the system refuses to lower. */
async function refused(): Promise<pg.PoolClient> {
  const client = await test.services.imports.connect()
  lowerBackend(client, test.services.config.dataDir, () => new Error('EPERM'))
  return client
}

it('a login: the process that hashes the password', async () => {
  const processes = new HashProcesses()
  expect(await processes.run({ password: 'x', parameters: PARAMETERS })).toEqual(expect.any(String))
  const [child] = processes.idle
  expect(nicenessOf(child?.pid ?? 0)).toEqual([BACKGROUND])
  child?.disconnect()
})

it('where the system refuses it, slices run one at a time, and a failed one lets the next in', async () => {
  const clients = await Promise.all([refused(), refused()])
  let running = 0
  const most: number[] = []
  const slice = (client: pg.PoolClient, fails: boolean) =>
    inSlice(client, async () => {
      running += 1
      most.push(running)
      await client.query('select pg_sleep(0.01)')
      running -= 1
      if (fails) throw new Error('a slice')
    }).catch(() => undefined)
  await Promise.all(clients.flatMap((client) => [slice(client, false), slice(client, true)]))
  for (const client of clients) client.release(true)
  expect(most).toEqual([1, 1, 1, 1])
})

it('an export that is left while its next rows wait for their slice takes none of the next export on that connection', async () => {
  const { exports, db } = test.services
  const select = sql<{ n: number }>`select n from generate_series(1, 2500) n`
  const begin = async () => {
    const client = await exports.connect()
    lowerBackend(client, test.services.config.dataDir, () => new Error('EPERM'))
    const { promise, resolve } = Promise.withResolvers<void>()
    return { rows: readRows(new ExportSlot(client, resolve), db, select), released: promise }
  }
  const blocker = await refused()
  const { promise: done, resolve: end } = Promise.withResolvers<void>()
  const blocking = inSlice(blocker, () => done)
  const left = await begin()
  await left.rows.next()
  const leaving = left.rows.return(undefined)
  await left.released
  const numbers: number[] = []
  for await (const rows of (await begin()).rows) numbers.push(...rows.map(({ n }) => n))
  end()
  await Promise.all([leaving, blocking])
  blocker.release(true)
  expect(numbers).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1))
})

it('backends of another server are left alone', async () => {
  const client = await test.services.imports.connect()
  lowerBackend(client, '/nowhere', () => {
    throw new Error('it was lowered')
  })
  client.release()
})
