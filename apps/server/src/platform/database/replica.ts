import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, isConnectionLost, onClient, pgError } from './database.ts'

/** How long a read waits for the replica to catch up before it reads the primary. */
const CATCH_UP_MS = 500
const LOOK_AGAIN_MS = 5
/** After a replica lagged or failed, reads go to the primary for this time, so that not each of them waits. */
const REST_MS = 5_000

/**
 * A replica of the database, for statistics and exports. A read sees everything that was committed before it began, also the caller's own
 * writes: it waits until the replica has replayed the WAL up to the primary's flush position. If the replica lags or fails, it reads the
 * primary.
 */
export class Replica {
  readonly #pool: pg.Pool
  readonly #primary: Db
  readonly #restMs: number
  #restsUntil = 0

  constructor(pool: pg.Pool, primary: Db, restMs = REST_MS) {
    this.#pool = pool
    this.#primary = primary
    this.#restMs = restMs
  }

  /** Runs a read on the replica, or on the primary: `run` may be called twice, so it must change nothing. */
  async read<T>(run: (db: Db) => Promise<T>): Promise<T> {
    const client = await this.connect()
    if (!client) return await run(this.#primary)
    let broken: Error | undefined
    try {
      return await onClient(client, run)
    } catch (error) {
      if (!isLostOnReplica(error)) throw error
      broken = error as Error
      this.#rest(error)
    } finally {
      client.release(broken)
    }
    return await run(this.#primary)
  }

  /** A connection to the replica, which the caller releases; null: read from the primary. Throws if the primary cannot be asked. */
  async connect(): Promise<pg.PoolClient | null> {
    if (performance.now() < this.#restsUntil) return null
    // A commit is answered after its WAL is flushed, so everything that was answered is before this position.
    const { rows } = await sql<{
      flushed: string
    }>`select pg_current_wal_flush_lsn()::text as flushed`.execute(this.#primary)
    const flushed = rows[0]?.flushed
    let client: pg.PoolClient | undefined
    try {
      client = await this.#pool.connect()
      for (const end = performance.now() + CATCH_UP_MS; performance.now() < end; await sleep(LOOK_AGAIN_MS))
        if (await hasReplayed(client, flushed)) return client
      this.#rest(new Error('落后于主库'))
      client.release()
    } catch (error) {
      this.#rest(error)
      client?.release(error as Error)
    }
    return null
  }

  #rest(error: unknown): void {
    const reason = error instanceof Error ? error.message || pgError(error)?.code : String(error)
    // Several reads may fail at the same time; the operator is told once.
    if (performance.now() >= this.#restsUntil)
      console.warn(`只读副本（DATABASE_READ_URL）暂时不用，统计和导出改读主库：${reason}`)
    this.#restsUntil = performance.now() + this.#restMs
  }
}

/** Whether the server has replayed this WAL position. True for a replica that was promoted, as it then is the primary. */
async function hasReplayed(client: pg.PoolClient, position: string | undefined): Promise<boolean> {
  const { rows } = await client.query<{ replayed: boolean }>(
    'select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
    [position],
  )
  return rows[0]?.replayed === true
}

/** The connection was lost, or the replica cancelled the statement because its log has to go on (SQLSTATE 40001). */
const isLostOnReplica = (error: unknown): boolean =>
  pgError(error)?.code === '40001' || isConnectionLost(error)
