import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { lowerPriority } from '../../workers/priority.ts'
import { clusterDir } from '../embedded-postgres/account.ts'
import { readPostmaster } from '../embedded-postgres/leftover-processes.ts'

const LOOK_AGAIN_MS = 10
/** After this time a slice runs out of turn, as the slice before it may be waiting for somebody's lock. */
const PATIENCE_MS = 1_000

/** Connections for which the system refused to lower the backend's priority, each with the file that its slices lock. */
const unlowered = new WeakMap<object, string>()
let warned = false

/**
 * For a new connection of imports or exports: lowers the priority of its backend for good, if it belongs to the PostgreSQL embedded in this data
 * folder. Where the system refuses, slices of such connections run one at a time.
 */
export function lowerBackend(client: pg.PoolClient, dataDir: string, lower = lowerPriority): void {
  const { processID } = client as pg.PoolClient & { processID: number | null }
  if (processID === null || !isBackendOf(dataDir, processID)) return
  const refusal = lower(processID)
  if (!refusal) return
  unlowered.set(client, join(dataDir, 'bulk.lock'))
  if (!warned) console.warn('the priority of imports and exports in PostgreSQL:', refusal)
  warned = true
}

/**
 * Runs a slice of an import's or export's work in the database: at once if its backend has a low priority, otherwise one slice at a time in all
 * processes of this server.
 */
export async function inSlice<T>(client: pg.PoolClient, run: () => Promise<T>): Promise<T> {
  const file = unlowered.get(client)
  if (file === undefined) return await run()
  // SQLite's lock on a file ends with the process, however the process dies.
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    for (const until = performance.now() + PATIENCE_MS; !locked(lock) && performance.now() < until; )
      await sleep(LOOK_AGAIN_MS)
    return await run()
  } finally {
    lock.close()
  }
}

function locked(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch {
    return false
  }
}

/** Whether this process is a backend of the PostgreSQL of this data folder: the pids of another server belong to other processes here. */
function isBackendOf(dataDir: string, pid: number): boolean {
  const postmaster = readPostmaster(clusterDir(dataDir))
  return postmaster !== null && parentOf(pid) === postmaster.pid
}

/** The pid of the process's parent; null if the process has ended, or on a system without /proc. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
