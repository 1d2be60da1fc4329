import type { Site } from '@pianzhang/contract/session'
import type pg from 'pg'
import type { Changes } from './changes.ts'
import type { Config } from './config.ts'
import type { Db } from './database.ts'
import type { Notices } from './notices.ts'
import type { SheetRunner } from './sheet-work.ts'
import type { Slots } from './slots.ts'
import type { Storage } from './storage/storage.ts'
import type { Timing } from './timing.ts'

/** The parts that handlers use beside the database; built once in `app.ts`. */
export interface Services {
  config: Config
  /** Signs links and upload tokens. */
  secret: string
  site: Site
  db: Db
  /** A pool of its own for imports, which hold a connection for long: more of them wait, and starve nobody. */
  imports: pg.Pool
  /** The same for exports, whose readers may be slow; a connection for each slot. */
  exports: pg.Pool
  exportSlots: Slots
  /** How many spreadsheets are read at once, and by whom. */
  sheetSlots: Slots
  /** Reads spreadsheets in processes of their own; without it this one does. */
  sheetRunner: SheetRunner | undefined
  timing: Timing
  /** A small pool for running numbers; see numbers.ts. */
  numbers: Db
  /** Tells every server process what changed, and hears it. */
  notices: Notices
  changes: Changes
  storage: Storage
  /** Time is injected, so that tests can move it. */
  clock: () => Date
}
