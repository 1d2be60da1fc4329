import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { programsBelow } from '../../src/platform/database/embedded-postgres/leftover-processes.ts'
import { runningPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { cloneDatabase } from '../harness/database.ts'
import { hold, untilWaiting } from '../harness/hold.ts'
import { endServers, startServer } from '../processes/server-process.ts'

const LOCK = 'lock table captchas in access exclusive mode'
const cleanUps: (() => Promise<void>)[] = []

// In `afterAll`, as the tests run concurrently (most of their time is waiting).
afterAll(async () => {
  await endServers()
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** A server on a database of the tests' PostgreSQL. */
async function startOutside() {
  const { url, drop } = await cloneDatabase()
  cleanUps.push(drop)
  const server = startServer({ DATABASE_URL: url, SECRET: 'a-secret-of-the-tests' })
  return { url, server, address: await server.ready() }
}

/** A request that waits for a lock: `answer` is its status, or 'cut' if its connection was closed. `release` releases the lock. */
async function hangingRequest(url: string, address: string) {
  const { release } = await hold(url, LOCK)
  cleanUps.push(release)
  const answer = fetch(`${address}/api/common/captchas`, { method: 'POST' }).then(
    ({ status }) => status,
    () => 'cut',
  )
  await untilWaiting(url)
  return { answer, release }
}

/** A request whose body does not come. Resolves when its connection was closed. */
async function unfinished(address: string): Promise<'cut'> {
  const { host, hostname, port } = new URL(address)
  const caller = connect(Number(port), hostname)
  caller.on('error', () => undefined)
  caller.write(
    `POST /api/manager/sessions HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
  )
  await new Promise((closed) => caller.resume().once('close', closed))
  return 'cut'
}

test.concurrent('a write that waits is answered in time, a hanging request is cut after 10 s, and the database stopped; a second SIGTERM changes nothing', async () => {
  const server = startServer({ DEMO: '0' })
  const address = await server.ready()
  const cut = unfinished(address)
  const { answer } = await hangingRequest(runningPostgres(server.dataDir)?.url ?? '', address)
  const end = server.tell('SIGTERM')
  await sleep(500)
  server.child.kill('SIGTERM')
  expect((await Promise.race([end, sleep(1_500)])) ?? 'still there').toBe('still there')
  const { status, seconds } = await end
  expect(status).toBe(0)
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(15)
  expect(await answer).toBe(503)
  expect(await cut).toBe('cut')
  expect(programsBelow(server.dataDir)).toEqual([])
  expect(server.output()).not.toMatch(/ at .*\.ts/)
})

test.concurrent('a running request is waited for; idle connections are not', async () => {
  const { url, server, address } = await startOutside()
  const silent = connect(Number(new URL(address).port), '127.0.0.1')
  silent.on('error', () => undefined)
  const { answer, release } = await hangingRequest(url, address)
  const end = server.tell('SIGTERM')
  await sleep(300)
  await release()
  expect(await answer).toBe(200)
  const { status, seconds } = await end
  expect(status).toBe(0)
  expect(seconds).toBeLessThan(5)
})

test.concurrent('a second Ctrl-C does not wait', async () => {
  const { url, server, address } = await startOutside()
  await hangingRequest(url, address)
  server.child.kill('SIGINT')
  await sleep(300)
  expect(server.child.exitCode).toBeNull()
  expect(await server.tell('SIGINT')).toMatchObject({ status: 130 })
})
