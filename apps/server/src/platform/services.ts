import type pg from 'pg'
import type { Changes } from './changes/changes.ts'
import type { Notices } from './changes/notices.ts'
import type { Config } from './config.ts'
import type { Replica } from './database/connections/replica.ts'
import type { Db, Pools } from './database/database.ts'
import type { DeclareWrite } from './database/spread/write.ts'
import type { Vacuum } from './database/vacuum.ts'
import type { FileRunner } from './files/file-runner.ts'
import type { SiteSettings } from './pages/site.ts'
import type { Readiness } from './readiness.ts'
import type { Slots } from './slots.ts'
import type { Storage } from './storage/storage.ts'
import type { Timing } from './timing.ts'
import type { StatementWatch } from './watch/statements.ts'

/** The services that handlers use; opened once per server by `openServices`. */
export interface Services {
  config: Config
  /** Signs links and upload tokens. */
  secret: string
  site: SiteSettings
  db: Db
  /** Called at the start of each transaction that writes rows of a project. */
  declareWrite: DeclareWrite
  /** Where statistics and exports read; undefined: in `db`. */
  replica: Replica | undefined
  /** Slots of the writes that may hold a connection of `db`; further writes wait without one. */
  writeSlots: Slots
  /** A pool of its own for imports, which hold a connection for long, so that they cannot use up the shared pool. Its backends have a low priority. */
  imports: pg.Pool
  /** A pool of its own for exports, whose readers may be slow; one connection per slot. */
  exports: pg.Pool
  exportSlots: Slots
  /** Slots for reading spreadsheets. */
  sheetSlots: Slots
  /** Reads spreadsheets in separate processes; undefined: in this process. */
  sheetRunner: FileRunner | undefined
  /** Slots for reading pictures and originals of invoices, and for decoding uploaded pictures; the processes for both. */
  readingSlots: Slots
  pictureSlots: Slots
  readingRunner: FileRunner | undefined
  timing: Timing
  /** A small pool for running numbers; see numbers.ts. */
  numbers: Db
  /** Vacuums the tables that the demo, a restore or a large import has filled. */
  vacuum: Vacuum
  /** Sends (`notices`) and receives (`changes`) change notifications between server processes. */
  notices: Notices
  changes: Changes
  /** All connection pools, for the metrics. */
  pools: Pools
  statements: StatementWatch
  storage: Storage
  /** The state behind the readiness check of proxies. */
  readiness: Readiness
  /** Time is injected, so that tests can move it. */
  clock: () => Date
}
