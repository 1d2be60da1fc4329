import { sql } from 'kysely'
import type pg from 'pg'
import { errorForLog } from '../http/log-error.ts'
import type { Tx } from './database.ts'

/** Rows of one import below which autovacuum, which looks every minute, is early enough. */
const LEAST_ROWS = 1_000

const TABLES = `select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_has_role(c.relowner, 'USAGE')`

/**
 * Tables of which a fifth of the rows is new or changed since they were last vacuumed or analyzed, so that earlier plans no longer fit. Spread
 * tables have no counters on the coordinator; they are left to the workers' autovacuum.
 */
const CHANGED = `${TABLES} and exists (select from pg_stat_user_tables s where s.relid = c.oid
    and greatest(s.n_ins_since_vacuum, s.n_mod_since_analyze) > greatest(1000, 0.2 * c.reltuples))`

/**
 * VACUUM marks a page all-visible only when the WAL of the commits on it, and of the 31 transactions beside each, is flushed. Taking a running
 * number commits without a flush (numbers.ts), so this commits something with a flush first, and lets VACUUM's own commits flush as well.
 */
const FLUSHED = `set synchronous_commit = local; select pg_logical_emit_message(true, 'pianzhang', 'vacuum')`

/** Makes PostgreSQL publish the counters that `CHANGED` reads at the commit; else they may come seconds later. */
export const sendCounters = (tx: Tx) => sql`select pg_stat_force_next_flush()`.execute(tx)

/**
 * Vacuums and analyzes tables that were filled at once, before people read them: until autovacuum runs, counts and charts read every row from
 * the heap (no page is marked all-visible) and plans are made for an empty table. No request waits for it: reads and writes go on beside a
 * VACUUM, a table that is locked is left out, and an error is logged.
 */
export class Vacuum {
  readonly #pool: pg.Pool
  #running: Promise<void> | undefined
  #again = false
  #stopped = false
  #client: pg.PoolClient | undefined

  /** `pool`: used for nothing else, and not through a pooler, as VACUUM takes long. */
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** All tables, after the demo or a restore; resolves when it is done. */
  async all(): Promise<void> {
    await this.#run(TABLES, 0)
  }

  /** After an import of `rows` rows: vacuums what has changed in the background, table by table, at the pace of autovacuum. */
  imported(rows: number): void {
    if (rows < LEAST_ROWS || this.#stopped) return
    this.#again = this.#running !== undefined
    this.#running ??= this.#changed().finally(() => {
      this.#running = undefined
    })
  }

  /** Resolves when nothing runs in the background. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Ends the VACUUM that runs in the background, and begins no other. */
  stop(): void {
    this.#stopped = true
    this.#release()
  }

  async #changed(): Promise<void> {
    do {
      this.#again = false
      await this.#run(CHANGED, 2)
    } while (this.#again && !this.#stopped)
  }

  async #run(which: string, delayMs: number): Promise<void> {
    try {
      const client = await this.#pool.connect()
      this.#client = client
      await client.query(`set vacuum_cost_delay = ${delayMs}`)
      await client.query(FLUSHED)
      const { rows } = await client.query<{ name: string }>(which)
      for (const { name } of rows) {
        if (this.#stopped) return
        // Without `truncate`, which locks out readers, and without parallel workers, which would take the processors that requests need.
        await client.query(`vacuum (analyze, skip_locked, truncate false, parallel 0) "${name}"`)
      }
    } catch (error) {
      if (!this.#stopped) console.error('vacuum failed', errorForLog(error))
    } finally {
      this.#release()
    }
  }

  /** Closes the connection, so that its settings do not return to the pool; a statement that runs on it fails. */
  #release(): void {
    this.#client?.release(true)
    this.#client = undefined
  }
}
