import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HURRY_MS = 1_000
const PAUSE = new Int32Array(new SharedArrayBuffer(4))

/**
 * Stops processes that an earlier run left on this cluster: `kill -9` of Node leaves PostgreSQL running, `kill -9` of PostgreSQL may leave its
 * backends. They are stopped, not adopted, as their settings and state are unknown. Call it only while holding the data folder's lock. If
 * `signal` aborts, the waiting times become short.
 */
export async function endLeftovers(cluster: string, signal?: AbortSignal): Promise<void> {
  for (const [how, patience] of [
    ['SIGINT', 8_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    const pids = serversOn(cluster)
    if (pids.length === 0) break
    const postmaster = readPostmaster(cluster)?.pid
    // A postmaster stops its backends itself. If it is dead, its backends get SIGTERM, which ends their connections (57P01, answered 503): SIGINT would only
    // cancel their statements (57014, answered 500).
    if (postmaster && pids.includes(postmaster)) send(postmaster, how)
    else for (const pid of pids) send(pid, how === 'SIGINT' ? 'SIGTERM' : how)
    const started = performance.now()
    const timedOut = () => performance.now() - started > (signal?.aborted ? HURRY_MS : patience)
    while (serversOn(cluster).length > 0 && !timedOut()) await sleep(20)
  }
  const old = readPostmaster(cluster)
  // If the pid was reused, as is common in containers, PostgreSQL would believe that its predecessor still runs.
  if (old && isAlive(old.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

interface Postmaster {
  pid: number
  /** Unix seconds. */
  startedAt: number
  port: number
  ready: boolean
}

/** Reads `postmaster.pid`, which may be stale; null if there is none. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return null
    return { pid, startedAt: Number(lines[2]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

/** Pids of all PostgreSQL processes whose working folder is this cluster, from /proc, so that a reused pid cannot be mistaken for one. */
export function serversOn(cluster: string): number[] {
  const home = statSync(cluster, { throwIfNoEntry: false })
  if (!home) return []
  return programs().filter((pid) => {
    try {
      const cwd = statSync(`/proc/${pid}/cwd`)
      return cwd.dev === home.dev && cwd.ino === home.ino
    } catch {
      return false
    }
  })
}

/** Pids of all PostgreSQL programs, initdb too, whose working folder is below a folder. */
export function programsBelow(folder: string): number[] {
  if (!existsSync(folder)) return []
  const prefix = `${realpathSync(folder)}/`
  return programs().filter((pid) => workingFolder(pid).startsWith(prefix))
}

/** Kills PostgreSQL programs below a folder and waits until they have ended, so that it can be removed. */
export function killBelow(folder: string): void {
  for (let tries = 100; tries > 0; tries--) {
    const pids = programsBelow(folder)
    if (pids.length === 0) return
    for (const pid of pids) send(pid, 'SIGKILL')
    Atomics.wait(PAUSE, 0, 0, 20)
  }
}

/** Pids of the PostgreSQL programs whose /proc entry we may read. */
function programs(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid) || pid <= 0) return false
      try {
        const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return program.startsWith('postgres:') || ['postgres', 'initdb'].includes(basename(program))
      } catch {
        return false
      }
    })
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}
