import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { killBelow } from '../../src/platform/database/embedded-postgres/leftover-processes.ts'
import { startPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import type { Citus } from '../machines/citus.ts'
import type { Tables } from '../statements/rules.ts'
import { readTables } from '../statements/tables.ts'
import { setupSpread } from './setup-spread.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: {
      adminUrl: string
      template: string
      role: { name: string; password: string }
      /** Goes away with the run: the servers' data folders are below it. */
      folder: string
      citus?: Citus
    }
    tables: Tables
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * One PostgreSQL for the whole run, in its own folder and on its own port, so that two runs do not conflict. Its database is
 * migrated once, by the role that production uses, and is the template of all test databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_SPREAD) return await setupSpread(project)
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  // Ctrl-C may end vitest without the teardown. PostgreSQL is killed, as its data is discarded anyway.
  const onExit = () => {
    killBelow(folder)
    remove()
  }
  const onSignal = () => process.exit(130)
  process.prependOnceListener('exit', onExit)
  for (const signal of SIGNALS) process.prependOnceListener(signal, onSignal)
  try {
    // No durability: a test run need not survive a crash, and is several times faster without waiting for the disk.
    const settings = {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
      // Nobody replays the log, so it need not have what a standby would.
      wal_level: 'minimal',
      max_wal_senders: '0',
      wal_compression: 'off',
      checkpoint_timeout: '1h',
      // Nobody waits for what it tidies up: the databases are dropped first.
      autovacuum: 'off',
      // All is in memory, where a process that reads for others only costs a change of processes.
      io_method: 'sync',
    }
    const server = await startPostgres({ dataDir: folder, settings })
    // Both before the first copy: a template database with open connections cannot be copied.
    const migrated = async () => {
      await migrate(server.url)
      return await readTables(server.url)
    }
    const tables = await migrated().catch(async (error) => {
      await server.stop()
      throw error
    })
    project.provide('tables', tables)
    const { username: name, password, pathname } = new URL(server.url)
    project.provide('postgres', {
      adminUrl: server.adminUrl,
      template: pathname.slice(1),
      role: { name, password },
      folder,
    })
    return async () => {
      await server.stop()
      process.off('exit', onExit)
      for (const signal of SIGNALS) process.off(signal, onSignal)
      remove()
    }
  } catch (error) {
    process.off('exit', onExit)
    remove()
    throw error
  }
}
