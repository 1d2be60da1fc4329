import { Changes } from './changes.ts'
import type { Config } from './config.ts'
import { openDatabase, Pools } from './database.ts'
import { EXPORT_SLOTS } from './export-slot.ts'
import { Notices } from './notices.ts'
import { Prepared } from './prepared.ts'
import { loadSecret } from './secret.ts'
import type { Services } from './services.ts'
import { SHEET_SLOTS, type SheetRunner } from './sheet-work.ts'
import { loadSite } from './site.ts'
import { Slots } from './slots.ts'
import { openLocalStorage } from './storage/local.ts'
import { TIMING, type Timing } from './timing.ts'

export interface ServiceOptions {
  config: Config
  databaseUrl: string
  /** The same without a pooler in between, to listen on; `databaseUrl` where there is none. */
  directUrl?: string
  clock?: () => Date
  /** Of the pool that handlers share; 20 without it. */
  connections?: number
  sheetRunner?: SheetRunner
  /** What differs from `TIMING`. */
  timing?: Partial<Timing>
}

/** Parts that are open, and how they end. */
export interface Open {
  services: Services
  /** Waits for what still runs. */
  close(): Promise<void>
  /** Waits for nothing: whoever still works loses the connection. `close()` then comes to its end. */
  cut(): void
}

/** Opens the parts that handlers use; the operator's commands and the processes for spreadsheets use them without HTTP. */
export async function openServices(options: ServiceOptions): Promise<Open> {
  const { config, connections } = options
  const pools = new Pools(options.databaseUrl)
  const prepared = config.databasePrepare ? new Prepared(warnOfPooler) : undefined
  const notices = new Notices(pools.open({ max: 1, application_name: 'pianzhang-notices' }))
  const services: Services = {
    config,
    secret: await loadSecret(config),
    site: await loadSite(config.siteFile),
    db: openDatabase(pools.open(connections === undefined ? {} : { max: connections }), prepared),
    imports: pools.open({ max: SHEET_SLOTS.total, connectionTimeoutMillis: 0 }),
    exports: pools.open({ max: EXPORT_SLOTS.total }),
    exportSlots: new Slots(EXPORT_SLOTS),
    sheetSlots: new Slots(SHEET_SLOTS),
    sheetRunner: options.sheetRunner,
    timing: { ...TIMING, ...options.timing },
    numbers: openDatabase(pools.open({ max: 2 }), prepared),
    notices,
    changes: new Changes(options.directUrl ?? options.databaseUrl),
    storage: await openLocalStorage(config.dataDir),
    clock: options.clock ?? (() => new Date()),
  }
  return {
    services,
    close: async () => {
      await notices.close()
      await pools.end()
    },
    cut: () => pools.cut(),
  }
}

const warnOfPooler = () =>
  console.warn(
    'DATABASE_URL 的连接池不支持预备语句（PgBouncer 1.21 起由 max_prepared_statements 支持），本次运行不再使用；可设置 DATABASE_PREPARE=0',
  )
