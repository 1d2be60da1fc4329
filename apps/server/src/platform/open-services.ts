import type { PoolClient } from 'pg'
import { Changes } from './changes/changes.ts'
import { Notices } from './changes/notices.ts'
import type { Config } from './config.ts'
import { lowerBackend } from './database/connections/background.ts'
import type { Limits } from './database/connections/limits.ts'
import { Prepared } from './database/connections/prepared.ts'
import { Replica } from './database/connections/replica.ts'
import { openDatabase, Pools } from './database/database.ts'
import { writeDeclaration } from './database/spread/write.ts'
import { Vacuum } from './database/vacuum.ts'
import { EXPORT_SLOTS } from './files/export-slot.ts'
import { PICTURE_SLOTS, READING_SLOTS, SHEET_SLOTS } from './files/file-jobs.ts'
import type { FileRunner } from './files/file-runner.ts'
import { writeBounds } from './http/write-transaction.ts'
import { loadSecret } from './login/secret.ts'
import { loadSite } from './pages/site.ts'
import { CHECK_MS, databaseParts, Readiness } from './readiness.ts'
import type { Services } from './services.ts'
import { Slots } from './slots.ts'
import { openStorage } from './storage/open.ts'
import { TIMEOUTS, type Timeouts } from './storage/remote.ts'
import { TIMING, type Timing } from './timing.ts'
import { StatementWatch } from './watch/statements.ts'

export interface ServiceOptions {
  config: Config
  databaseUrl: string
  /** The database without a pooler, for LISTEN and running numbers; `databaseUrl` unless given. */
  directUrl?: string
  clock?: () => Date
  /** Size of the pool that handlers share; 20 unless given. */
  connections?: number
  /** Whether statements and waits for locks have limits, as people wait for them; an operator's command may wait for hours. */
  limited?: boolean
  sheetRunner?: FileRunner
  readingRunner?: FileRunner
  /** Overrides of `TIMING`. */
  timing?: Partial<Timing>
  /** Overrides of `TIMEOUTS`, the waiting times for a remote storage. */
  timeouts?: Partial<Timeouts>
}

/** Open services, and how to close them. */
export interface Open {
  services: Services
  /** Waits for running work. */
  close(): Promise<void>
  /** Closes the database connections without waiting, so that running work fails and `close()` resolves. */
  cut(): void
}

/** Opens the services that handlers use; the operator's commands and the spreadsheet processes use them without HTTP. */
export async function openServices(options: ServiceOptions): Promise<Open> {
  const { config, connections = 20, limited = false } = options
  const timing: Timing = { ...TIMING, ...options.timing }
  const limits = (silenceMs: number, lockMs?: number): Limits =>
    limited ? { silenceMs, ...(lockMs !== undefined && { lockMs }) } : {}
  const directUrl = options.directUrl ?? options.databaseUrl
  const statements = new StatementWatch(config.slowStatementMs)
  const pools = new Pools(options.databaseUrl, statements)
  const prepared = config.databasePrepare ? new Prepared(warnOfPooler, statements) : undefined
  const notices = new Notices(
    pools.open({ max: 1, application_name: 'pianzhang-notices' }, 'notices', limits(timing.numbersMs)),
  )
  const db = openDatabase(
    pools.open({ max: connections }, 'requests', limits(timing.silenceMs, timing.lockMs)),
    prepared,
  )
  const stored = await openStorage(config, { ...TIMEOUTS, ...options.timeouts })
  // Only for the embedded PostgreSQL: the pids of an external server's backends belong to other processes here.
  const lower =
    config.databaseUrl === null ? (client: PoolClient) => lowerBackend(client, config.dataDir) : undefined
  const vacuum = new Vacuum(
    pools.open(
      { max: 1, connectionString: directUrl, application_name: 'pianzhang-vacuum' },
      'vacuum',
      {},
      lower,
    ),
  )
  const readiness = new Readiness()
  const checks = pools.open(
    {
      max: 1,
      connectionTimeoutMillis: 2_000,
      // Ends a check on a connection whose other side vanished without closing it.
      query_timeout: CHECK_MS,
      application_name: 'pianzhang-ready',
    },
    'readiness',
  )
  for (const part of databaseParts(checks)) readiness.add(part)
  // A local disk or mount that fails is this server's alone, so requests should go to another one.
  const required = config.storage.driver === 'local'
  readiness.add({ name: 'storage', title: '文件存储', required, check: () => stored.main.check() })
  const { fallback } = stored
  // Not required: all servers share it, and only files that were not moved yet need it.
  if (fallback)
    readiness.add({
      name: 'storage_fallback',
      title: '原文件存储',
      required: false,
      check: () => fallback.check(),
    })
  const services: Services = {
    config,
    secret: await loadSecret(config),
    site: await loadSite(config.siteFile, config),
    db,
    declareWrite: writeDeclaration(),
    writeSlots: new Slots(writeBounds(connections)),
    replica: openReplica(config, pools, db, limits(timing.silenceMs)),
    imports: pools.open(
      { max: SHEET_SLOTS.total, connectionTimeoutMillis: 60_000 },
      'imports',
      limits(2 * timing.importLockMs, timing.importLockMs),
      lower,
    ),
    exports: pools.open({ max: EXPORT_SLOTS.total }, 'exports', limits(timing.silenceMs), lower),
    exportSlots: new Slots(EXPORT_SLOTS),
    sheetSlots: new Slots(SHEET_SLOTS),
    sheetRunner: options.sheetRunner,
    readingSlots: new Slots(READING_SLOTS),
    pictureSlots: new Slots(PICTURE_SLOTS),
    readingRunner: options.readingRunner,
    timing,
    // Not through a pooler: writes that hold all of the pooler's connections would wait for another one to take a number, a deadlock.
    numbers: openDatabase(
      pools.open(
        { max: 2, connectionString: directUrl, connectionTimeoutMillis: timing.numbersMs },
        'numbers',
        limits(timing.numbersMs),
      ),
      prepared,
    ),
    vacuum,
    notices,
    changes: new Changes(directUrl, timing.pingMs),
    pools,
    statements,
    storage: stored.both,
    readiness,
    clock: options.clock ?? (() => new Date()),
  }
  return {
    services,
    close: async () => {
      vacuum.stop()
      await notices.close()
      await pools.end()
    },
    cut: () => pools.cut(),
  }
}

/** The pool has room for charts beside all exports. Its timeouts are short, as the primary can be read instead. */
const openReplica = ({ databaseReadUrl }: Config, pools: Pools, db: Services['db'], limits: Limits) =>
  databaseReadUrl === null
    ? undefined
    : new Replica(
        pools.open(
          {
            connectionString: databaseReadUrl,
            max: EXPORT_SLOTS.total + 10,
            connectionTimeoutMillis: 1_000,
            application_name: 'pianzhang-replica',
          },
          'replica',
          limits,
        ),
        db,
      )

const warnOfPooler = () =>
  console.warn(
    'DATABASE_URL 的连接池不支持预备语句（PgBouncer 1.21 起由 max_prepared_statements 支持），本次运行不再使用；可设置 DATABASE_PREPARE=0',
  )
