import { type ChildProcess, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, clusterDir, serverAccount } from './embedded-postgres/account.ts'
import { findBinaries } from './embedded-postgres/binaries.ts'
import { ensureCluster, readPassword, serverEnv } from './embedded-postgres/cluster.ts'
import { endLeftovers, readPostmaster, serversOn } from './embedded-postgres/leftover.ts'
import { lockDataDir } from './embedded-postgres/lock.ts'
import { SETTINGS } from './embedded-postgres/settings.ts'

export { chooseDataDir } from './embedded-postgres/account.ts'

/** The role that owns the server's database; not a superuser, so that SQL can never become a program or a file. */
const ROLE = 'pianzhang'
const LOG_LIMIT = 10_000_000

export interface EmbeddedPostgres {
  /** The server's own database and role; `directUrl` is the same, there is no pooler. */
  url: string
  directUrl: string
  /** The superuser, in the database `postgres`. */
  adminUrl: string
  readonly pid: number
  /** Resolves when PostgreSQL has ended and the data folder is free. */
  stop(): Promise<void>
}

interface Launch {
  program: string
  dataDir: string
  cluster: string
  account: Account | null
  settings: Record<string, string>
}

/**
 * Starts the embedded PostgreSQL of a data folder, makes it on the first start, and ends what a killed run left behind. Throws
 * with a Chinese text for the operator if the folder is in use, is not writable, or this machine cannot run it.
 */
export async function startPostgres(options: {
  dataDir: string
  port?: number
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const settings = { ...SETTINGS, ...options.settings }
  const account = serverAccount(dataDir)
  makeDataDir(dataDir, account)
  const lock = await lockDataDir(dataDir)
  try {
    const native = findBinaries(dataDir, account)
    await ensureCluster(dataDir, native, account, settings.fsync !== 'off')
    const launch = {
      program: join(native, 'bin/postgres'),
      dataDir,
      cluster: clusterDir(dataDir),
      account,
      settings,
    }
    let { child, port } = await launchPatiently(launch, options.port)
    const password = readPassword(launch.cluster)
    const urls = urlsOf(port, password)

    let stopping: Promise<void> | undefined
    let restarting: Promise<void> | undefined
    // A crash of Node by an exception still runs this; a `kill -9` is what the next start cleans up after.
    const onExit = () => child.kill('SIGINT')
    process.once('exit', onExit)
    const end = async () => {
      await restarting
      await stopChild(child)
      process.off('exit', onExit)
      lock.release()
    }
    // The out-of-memory killer or an operator's `kill -9` of PostgreSQL: the same port again, the pool reconnects by itself.
    const restart = async () => {
      try {
        child = (await launchPatiently(launch, port)).child
        watch()
      } catch (error) {
        console.error(error)
      }
    }
    const watch = () =>
      child.once('exit', (code, signal) => {
        if (stopping) return
        console.error(`PostgreSQL ended by itself (${signal ?? code}); starting it again`)
        restarting = restart()
      })
    watch()
    try {
      await ensureDatabase(urls.adminUrl, password)
    } catch (error) {
      stopping = end()
      await stopping
      throw error
    }
    return {
      ...urls,
      get pid() {
        return child.pid ?? -1
      },
      stop() {
        stopping ??= end()
        return stopping
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The PostgreSQL that another process runs on this data folder right now, for commands beside a running server. */
export function runningPostgres(
  dataDir: string,
): { url: string; directUrl: string; adminUrl: string; pid: number } | null {
  const cluster = clusterDir(resolve(dataDir))
  const postmaster = readPostmaster(cluster)
  if (!postmaster?.ready || !serversOn(cluster).includes(postmaster.pid)) return null
  return { ...urlsOf(postmaster.port, readPassword(cluster)), pid: postmaster.pid }
}

function urlsOf(port: number, password: string): { url: string; directUrl: string; adminUrl: string } {
  const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`
  return { url, directUrl: url, adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
}

function makeDataDir(dataDir: string, account: Account | null): void {
  try {
    // Its secrets are files of mode 0600; the database's user must only be able to pass through.
    if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) && account) chmodSync(dataDir, 0o711)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `数据目录 ${dataDir} 无法写入（${(error as NodeJS.ErrnoException).code}）。请检查权限，或用环境变量 DATA_DIR 指定另一个目录。`,
    )
  }
}

/** Just after a kill, files and shared memory of the old server linger for a moment: those refusals are retried for 10 s. */
async function launchPatiently(
  launch: Launch,
  fixed: number | undefined,
): Promise<{ child: ChildProcess; port: number }> {
  const until = Date.now() + 10_000
  for (;;) {
    await endLeftovers(launch.cluster)
    const port = fixed ?? (await freePort())
    const { child, refusal } = await launchOnce(launch, port)
    if (child) return { child, port }
    const passing =
      /lock file|shared memory block|the database system is|Address already in use|could not create any TCP/.test(
        refusal,
      )
    if (passing && Date.now() < until) {
      await sleep(200)
      continue
    }
    const reason = /incompatible with server/.test(refusal)
      ? '数据由另一个版本的 PostgreSQL 创建，请用原版本备份后恢复。'
      : /could not create any TCP/.test(refusal)
        ? `端口 ${port} 已被占用。`
        : ''
    throw new Error(`内置数据库启动失败（${launch.cluster}）。${reason}\n${refusal.trim()}`)
  }
}

async function launchOnce(launch: Launch, port: number): Promise<{ child?: ChildProcess; refusal: string }> {
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
  child.once('error', (error) => {
    failure = String(error)
    ended = true
  })
  child.once('exit', () => {
    ended = true
  })
  // No limit: after a crash it replays its log, and says ready after that.
  while (!ended) {
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

/** Fast shutdown; after 10 s the immediate one, which costs a recovery at the next start. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const later = [
    setTimeout(() => child.kill('SIGQUIT'), 10_000),
    setTimeout(() => child.kill('SIGKILL'), 13_000),
  ]
  child.kill('SIGINT')
  await ended
  for (const timer of later) clearTimeout(timer)
}

/** Looked at on every start: the first one may have been killed between initdb and here. */
async function ensureDatabase(adminUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = '${ROLE}') as role,
              exists (select from pg_database where datname = '${ROLE}') as database`,
    )
    if (!rows[0]?.role) await client.query(`create role ${ROLE} login password ${pg.escapeLiteral(password)}`)
    if (!rows[0]?.database) await client.query(`create database ${ROLE} owner ${ROLE}`)
  } finally {
    await client.end()
  }
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
