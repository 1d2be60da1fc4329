import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { startTestApp, type TestApp } from './harness.ts'
import { activity } from './hold.ts'

const PATIENCE_MS = 60_000

/** Of this worker; its test files run one after the other and share their modules. */
let shared: Promise<TestApp> | undefined

/**
 * The server that the test files of a worker share: each makes companies of its own, and whatever concerns all companies is as earlier files
 * left it. `close` ends what the file has begun; the server itself ends with the run. Its jobs do not run.
 */
export async function workerApp(): Promise<TestApp> {
  shared ??= open()
  return await shared
}

async function open(): Promise<TestApp> {
  const app = await startTestApp()
  await app.jobs.stop()
  let moved = 0
  const advance = (ms: number) => {
    app.advance(ms)
    moved += ms
  }
  const leave = async () => {
    advance(-moved)
    // The spies of a file, as they may be on parts of this server.
    vi.restoreAllMocks()
    // Event streams and abandoned requests.
    app.http.server.closeAllConnections()
    await app.services.notices.sent()
    await app.services.vacuum.idle()
    await untilIdle(app)
  }
  return { ...app, advance, close: leave, [Symbol.asyncDispose]: leave }
}

/** Resolves when nobody uses a connection of the server and no session of the database is busy: neither a write nor a lock reaches the next file. */
async function untilIdle({ services: { pools, db } }: TestApp): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(20)) {
    const used = pools.all.filter(({ pool }) => pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
    const { rows } = await sql<{
      query: string
    }>`select left(query, 200) as query from ${sql.table(activity())}
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
    if (used.length === 0 && rows.length === 0) return
    if (Date.now() < end) continue
    const left = [
      ...used.map(({ name }) => `a connection of the pool ${name}`),
      ...rows.map(({ query }) => query),
    ]
    throw new Error(`a test file has left running: ${left.join('; ')}`)
  }
}
