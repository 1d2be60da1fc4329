import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { errorForLog } from '../http/log-error.ts'
import { isDenied, reasonOf } from '../system-errors.ts'
import { type Account, clusterDir, serverAccount } from './embedded-postgres/account.ts'
import { findBinaries } from './embedded-postgres/binaries.ts'
import { ensureCluster, type Passwords, readPasswords } from './embedded-postgres/cluster.ts'
import { launchWithRetry, stopChild } from './embedded-postgres/launch.ts'
import { readPostmaster, serversOn } from './embedded-postgres/leftover-processes.ts'
import { lockDataDir } from './embedded-postgres/lock.ts'
import { SETTINGS } from './embedded-postgres/settings.ts'
import { onOwnConnection } from './own-connection.ts'

export { chooseDataDir } from './embedded-postgres/account.ts'

/** The role that owns the server's database; not a superuser, so that SQL cannot run programs or write files. */
const ROLE = 'pianzhang'
const PATIENCE_MS = 10_000
/** Delay between attempts to restart PostgreSQL. */
const RETRY_MS = 2_000

export interface EmbeddedPostgres {
  /** The server's own database and role; `directUrl` is the same, there is no pooler. */
  url: string
  directUrl: string
  /** The superuser, in the database `postgres`. */
  adminUrl: string
  readonly pid: number
  /** Resolves when PostgreSQL has ended and the data folder is free: a fast shutdown, after `patience` ms an immediate one. */
  stop(patience?: number): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of a data folder: creates its cluster on the first start, and stops processes that a killed run left. Throws
 * a `ConfigError` if the folder is in use or not writable, or this machine cannot run it. If `signal` aborts meanwhile, nothing stays running
 * and its reason is thrown.
 */
export async function startPostgres(options: {
  dataDir: string
  port?: number
  settings?: Record<string, string>
  signal?: AbortSignal
}): Promise<EmbeddedPostgres> {
  const { signal } = options
  const dataDir = resolve(options.dataDir)
  const settings = { ...SETTINGS, ...options.settings }
  const account = serverAccount(dataDir)
  makeDataDir(dataDir, account)
  const lock = await lockDataDir(dataDir)
  try {
    signal?.throwIfAborted()
    const native = findBinaries(dataDir, account)
    await ensureCluster(dataDir, native, account, settings.fsync !== 'off', signal)
    const launch = {
      program: join(native, 'bin/postgres'),
      dataDir,
      cluster: clusterDir(dataDir),
      account,
      settings,
    }
    let { child, port } = await launchWithRetry(launch, options.port, signal)
    const passwords = readPasswords(launch.cluster)
    const urls = urlsOf(port, passwords)

    const stopRestarts = new AbortController()
    let stopping: Promise<void> | undefined
    let restarting: Promise<void> | undefined
    const end = async (patience: number) => {
      stopRestarts.abort()
      await restarting
      await stopChild(child, patience)
      lock.release()
    }
    // After the OOM killer or a `kill -9` of PostgreSQL: restarted on the same port, so that the pool reconnects. A start fails while the disk
    // is full: it is repeated until it succeeds, and the error is printed once.
    const restart = async () => {
      for (let reported = false; !stopRestarts.signal.aborted; await pause(stopRestarts.signal)) {
        try {
          child = (await launchWithRetry(launch, port, stopRestarts.signal)).child
          watch()
          if (reported) console.error('PostgreSQL runs again')
          return
        } catch (error) {
          if (stopRestarts.signal.aborted) return
          if (!reported) console.error('PostgreSQL could not be started again', errorForLog(error))
          reported = true
        }
      }
    }
    const watch = () =>
      child.once('exit', (code: number | null, how: string | null) => {
        if (stopping) return
        console.error(`PostgreSQL ended by itself (${how ?? code}); starting it again`)
        restarting = restart()
      })
    watch()
    try {
      await ensureDatabase(urls.adminUrl, passwords)
    } catch (error) {
      stopping = end(PATIENCE_MS)
      await stopping
      throw error
    }
    return {
      ...urls,
      get pid() {
        return child.pid ?? -1
      },
      stop(patience = PATIENCE_MS) {
        stopping ??= end(patience)
        return stopping
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Ends at once when `signal` aborts. */
const pause = (signal: AbortSignal) => sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)

/** Whether a data folder has a cluster, running or not. Throws a `ConfigError` if this user may not look into it. */
export function hasCluster(dataDir: string): boolean {
  try {
    return statSync(clusterDir(resolve(dataDir)), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw new ConfigError(`数据目录 ${dataDir} 无法读取（${reasonOf(error)}），请以运行服务的用户执行此命令`)
  }
}

/** The PostgreSQL that another process runs on this data folder right now, for commands beside a running server. */
export function runningPostgres(
  dataDir: string,
): { url: string; directUrl: string; adminUrl: string; pid: number } | null {
  const cluster = clusterDir(resolve(dataDir))
  const postmaster = readPostmaster(cluster)
  if (!postmaster?.ready || !serversOn(cluster).includes(postmaster.pid)) return null
  return { ...urlsOf(postmaster.port, readPasswords(cluster)), pid: postmaster.pid }
}

function urlsOf(port: number, { superuser, role }: Passwords) {
  const url = `postgres://${ROLE}:${role}@127.0.0.1:${port}/${ROLE}`
  return { url, directUrl: url, adminUrl: `postgres://postgres:${superuser}@127.0.0.1:${port}/postgres` }
}

function makeDataDir(dataDir: string, account: Account | null): void {
  try {
    // 0711: the database's user may only traverse it; secrets in it are files of mode 0600.
    if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) && account) chmodSync(dataDir, 0o711)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(
      `数据目录 ${dataDir} 无法写入：${reasonOf(error)}。请检查权限，或用环境变量 DATA_DIR 指定另一个目录。`,
      { transient: !isDenied(error) },
    )
  }
}

/** Creates role and database if missing, on every start: the first one may have been killed between initdb and here. */
async function ensureDatabase(adminUrl: string, { role }: Passwords): Promise<void> {
  await onOwnConnection({ connectionString: adminUrl }, async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = '${ROLE}') as role,
              exists (select from pg_database where datname = '${ROLE}') as database`,
    )
    if (!rows[0]?.role) await client.query(`create role ${ROLE} login password ${pg.escapeLiteral(role)}`)
    if (!rows[0]?.database) await client.query(`create database ${ROLE} owner ${ROLE}`)
  })
}
