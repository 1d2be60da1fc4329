import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import type { Account } from './account.ts'
import { serverEnv } from './cluster.ts'
import { endLeftovers, readPostmaster } from './leftover.ts'

const LOG_LIMIT = 10_000_000
/** Between the immediate shutdown and the kill. */
const KILL_AFTER_MS = 1_000

export interface Launch {
  program: string
  dataDir: string
  cluster: string
  account: Account | null
  settings: Record<string, string>
}

/**
 * Starts PostgreSQL; resolves when it is ready. Just after a kill, files and shared memory of the old server linger for a moment: those
 * refusals are retried for 10 s. When `signal` aborts, PostgreSQL is ended again and the reason thrown.
 */
export async function launchPatiently(
  launch: Launch,
  fixed: number | undefined,
  signal?: AbortSignal,
): Promise<{ child: ChildProcess; port: number }> {
  const until = Date.now() + 10_000
  for (;;) {
    await endLeftovers(launch.cluster, signal)
    signal?.throwIfAborted()
    const port = fixed ?? (await freePort())
    const { child, refusal } = await launchOnce(launch, port, signal)
    if (child) return { child, port }
    const passing =
      /lock file|shared memory block|the database system is|Address already in use|could not create any TCP/.test(
        refusal,
      )
    if (!passing || Date.now() > until) throw refused(launch, port, refusal)
    await sleep(200)
  }
}

function refused(launch: Launch, port: number, refusal: string): ConfigError {
  const reason = /incompatible with server/.test(refusal)
    ? '数据由另一个版本的 PostgreSQL 创建，请用原版本备份后恢复。'
    : /could not create any TCP/.test(refusal)
      ? `端口 ${port} 已被占用。`
      : ''
  return new ConfigError(`内置数据库启动失败（${launch.cluster}）。${reason}\n${refusal.trim()}`)
}

async function launchOnce(
  launch: Launch,
  port: number,
  signal?: AbortSignal,
): Promise<{ child?: ChildProcess; refusal: string }> {
  const { file, start } = openLog(join(launch.dataDir, 'postgres.log'))
  const settings = Object.entries({ ...launch.settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const since = Math.floor(Date.now() / 1000)
  // The working folder is entered before the rights are given up: under /proc/self/cwd PostgreSQL reaches its data even where
  // its user could not walk to. Its own session: a Ctrl-C in the terminal must not end it before the server.
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
  // A crash of Node by an exception still runs this; a `kill -9` is what the next start cleans up after.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  child.once('error', (error) => {
    failure = String(error)
    ended = true
  })
  child.once('exit', () => {
    process.off('exit', onExit)
    ended = true
  })
  // No limit: after a crash it replays its log, and says ready after that.
  while (!ended) {
    if (signal?.aborted) {
      await stopChild(child, 1_000)
      throw signal.reason
    }
    const state = readPostmaster(launch.cluster)
    if (state?.pid === child.pid && state?.ready && state.startedAt >= since) return { child, refusal: '' }
    await sleep(10)
  }
  return { refusal: failure || readFileSync(join(launch.dataDir, 'postgres.log')).subarray(start).toString() }
}

function openLog(path: string): { file: number; start: number } {
  if (existsSync(path) && statSync(path).size > LOG_LIMIT) renameSync(path, `${path}.1`)
  const file = openSync(path, 'a', 0o600)
  return { file, start: fstatSync(file).size }
}

/** Fast shutdown; after `patience` ms the immediate one, which costs a recovery at the next start. */
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
