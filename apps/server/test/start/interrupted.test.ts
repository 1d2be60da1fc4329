import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { programsBelow } from '../../src/platform/database/embedded-postgres/leftover-processes.ts'
import { cloneDatabase } from '../harness/database.ts'
import { hold, untilWaiting } from '../harness/hold.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'

const SECRET = 'a-secret-of-the-tests'
const cleanUps: (() => Promise<unknown>)[] = []

// In `afterAll`, as the tests run concurrently (most of their time is waiting).
afterAll(async () => {
  await endServers()
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function held(url: string, statements: string) {
  const holder = await hold(url, statements)
  cleanUps.push(holder.release)
  return holder
}

/** Runs statements on a connection of its own. */
async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** SIGTERM: exits with status 0, prints nothing (no ready line, so it went no further), leaves no process of ours running. */
async function endsInPeace(server: ServerProcess): Promise<void> {
  const { status } = await server.tell('SIGTERM')
  expect({ status, output: server.output() }).toEqual({ status: 0, output: '' })
  expect(programsBelow(server.dataDir)).toEqual([])
}

async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 40_000; !(await look()); await sleep(5))
    if (Date.now() > end) throw new Error('it did not come to that')
}

test.concurrent('SIGTERM in initdb, and while PostgreSQL starts', async () => {
  const server = startServer({ DEMO: '0' })
  const { dataDir } = server
  const fresh = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))
  await until(() => fresh().length > 0 && programsBelow(dataDir).length > 0)
  await endsInPeace(server)
  expect(fresh()).toEqual([])
  const next = startServer({ DEMO: '0' }, dataDir)
  await until(() => existsSync(join(dataDir, 'postgres')))
  await endsInPeace(next)
})

test.concurrent('SIGTERM in the migrations', async () => {
  const { adminUrl, role } = inject('postgres')
  const name = `test_${Date.now()}`
  await ask(adminUrl, `create database ${name} owner ${role.name}`)
  cleanUps.push(() => ask(adminUrl, `drop database ${name} with (force)`))
  const url = new URL(adminUrl)
  url.username = role.name
  url.password = role.password
  url.pathname = name
  await held(url.href, 'select pg_advisory_lock(7390115)')
  const server = startServer({ DATABASE_URL: url.href, SECRET })
  await untilWaiting(url.href)
  await endsInPeace(server)
})

test.concurrent('SIGTERM in the demo: no part of it stays', async () => {
  const { url, drop } = await cloneDatabase()
  cleanUps.push(drop)
  const holder = await held(url, 'lock table invoices in access exclusive mode')
  const server = startServer({ DATABASE_URL: url, SECRET, DEMO: '1' })
  await untilWaiting(url)
  await endsInPeace(server)
  await holder.release()
  expect(await ask(url, 'select id from companies')).toEqual([])
})
