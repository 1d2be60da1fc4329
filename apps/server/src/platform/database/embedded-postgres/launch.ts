import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  statfsSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../config.ts'
import { errorForLog } from '../../http/log-error.ts'
import type { Account } from './account.ts'
import { serverEnv } from './cluster.ts'
import { endLeftovers, readPostmaster } from './leftover-processes.ts'

const LOG_LIMIT = 10_000_000
const ROTATE_MS = 600_000
/** Enough for the hash joins of all connections at once, at `work_mem` of settings.ts. */
const SHARED_MEMORY = 1024 ** 3
/** Time from the immediate shutdown to SIGKILL. */
const KILL_AFTER_MS = 1_000

export interface Launch {
  program: string
  dataDir: string
  cluster: string
  account: Account | null
  settings: Record<string, string>
}

/**
 * Starts PostgreSQL; resolves when it is ready. For a moment after a kill, the old server's lock file and shared memory make a start fail:
 * that is retried for 10 s. If `signal` aborts, PostgreSQL is stopped and the reason thrown. Throws a `ConfigError`.
 */
export async function launchWithRetry(
  launch: Launch,
  fixed: number | undefined,
  signal?: AbortSignal,
): Promise<{ child: ChildProcess; port: number }> {
  const until = performance.now() + 10_000
  for (;;) {
    await endLeftovers(launch.cluster, signal)
    signal?.throwIfAborted()
    const port = fixed ?? (await freePort())
    const { child, startError } = await launchOnce(launch, port, signal)
    if (child) return { child, port }
    const transient =
      /lock file|shared memory block|the database system is|Address already in use|could not create any TCP/.test(
        startError,
      )
    if (!transient || performance.now() > until) throw refused(launch, port, startError)
    await sleep(200)
  }
}

function refused(launch: Launch, port: number, startError: string): ConfigError {
  const isForeign = /incompatible with server/.test(startError)
  const reason = isForeign
    ? '数据由另一个版本的 PostgreSQL 创建，请用原版本备份后恢复。'
    : /could not create any TCP/.test(startError)
      ? `端口 ${port} 已被占用。`
      : ''
  return new ConfigError(`内置数据库启动失败（${launch.cluster}）。${reason}\n${startError.trim()}`, {
    transient: !isForeign,
  })
}

async function launchOnce(
  launch: Launch,
  port: number,
  signal?: AbortSignal,
): Promise<{ child?: ChildProcess; startError: string }> {
  const { file, start } = openLog(join(launch.dataDir, 'postgres.log'))
  const all = { ...sharedMemory(), ...launch.settings, port: String(port) }
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Left by a server that ended without cleaning up, perhaps with the process id that this one gets.
  const stale = readPostmaster(launch.cluster)
  // The working folder is entered before the privileges are dropped: via /proc/self/cwd PostgreSQL reaches its data even where its user
  // could not traverse to it. `detached` gives it its own session, so that Ctrl-C does not end it before the server.
  const child = spawn(launch.program, ['-D', '/proc/self/cwd', ...settings], {
    cwd: launch.cluster,
    ...launch.account,
    env: serverEnv(),
    stdio: ['ignore', file, file],
    detached: true,
  })
  closeSync(file)
  let failure = ''
  let ended = false
  // Runs also when an exception ends Node; after a `kill -9` the next start stops PostgreSQL.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  const rotating = setInterval(() => truncateLog(join(launch.dataDir, 'postgres.log')), ROTATE_MS).unref()
  const end = () => {
    clearInterval(rotating)
    process.off('exit', onExit)
    ended = true
  }
  child.once('exit', end)
  // `exit` is not emitted if the program could not be started at all.
  child.once('error', (error) => {
    failure = String(error)
    end()
  })
  // No time limit: after a crash PostgreSQL replays its WAL before it is ready.
  while (!ended) {
    if (signal?.aborted) {
      await stopChild(child, 1_000)
      throw signal.reason
    }
    const state = readPostmaster(launch.cluster)
    const isNew = state?.pid !== stale?.pid || state?.startedAt !== stale?.startedAt
    if (state?.pid === child.pid && state?.ready && isNew) return { child, startError: '' }
    await sleep(10)
  }
  return {
    startError: failure || readFileSync(join(launch.dataDir, 'postgres.log')).subarray(start).toString(),
  }
}

function openLog(path: string): { file: number; start: number } {
  if (existsSync(path)) truncateLog(path)
  const file = openSync(path, 'a', 0o600)
  return { file, start: fstatSync(file).size }
}

/** PostgreSQL keeps the file open and appends, so a long log is copied and then truncated in place. */
export function truncateLog(path: string, limit = LOG_LIMIT): void {
  try {
    if (statSync(path).size <= limit) return
    copyFileSync(path, `${path}.1`)
    chmodSync(`${path}.1`, 0o600)
    truncateSync(path)
  } catch (error) {
    // Such as a full disk: tried again later.
    console.error('postgres.log could not be shortened', errorForLog(error))
  }
}

/**
 * Where PostgreSQL keeps the memory that its parallel workers share. Docker's /dev/shm has 64 MB, which a few hash joins fill: if it is too
 * small, the memory is in files of the data folder.
 */
function sharedMemory(): Record<string, string> {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    if (bsize * blocks >= SHARED_MEMORY) return {}
  } catch {
    // There is no /dev/shm.
  }
  return { dynamic_shared_memory_type: 'mmap' }
}

/** Fast shutdown (SIGINT); after `patience` ms an immediate one (SIGQUIT), which costs a recovery at the next start. */
export async function stopChild(child: ChildProcess, patience: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const later = [
    setTimeout(() => child.kill('SIGQUIT'), patience),
    setTimeout(() => child.kill('SIGKILL'), patience + KILL_AFTER_MS),
  ]
  child.kill('SIGINT')
  await ended
  for (const timer of later) clearTimeout(timer)
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
