import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, onClient, pgError } from '../database.ts'

/** How long a read waits for the replica to catch up before it reads the primary. */
const CATCH_UP_MS = 500
const LOOK_AGAIN_MS = 5
/** After a replica lagged or failed, reads go to the primary for this time, so that not each of them waits. */
const REST_MS = 5_000

/** Identifies a database: the cluster's system identifier, which physical replicas share, and the database's oid. */
const IDENTITY = `(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`

/** The primary's flush position in the WAL, and its identity. */
interface Position {
  identity: string
  flushed: string
}

/**
 * A replica of the database, for statistics and exports. A read sees everything that was committed before it began, also the caller's own
 * writes: it waits until the replica has replayed the WAL up to the primary's flush position. If the replica lags, fails, was promoted or
 * belongs to another database, the primary is read instead.
 */
export class Replica {
  readonly #pool: pg.Pool
  readonly #primary: Db
  readonly #restMs: number
  #restsUntil = 0
  /** The reason last printed for not using the replica; null while it is used. */
  #told: string | null = null

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
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      return await onClient(client, run)
    } catch (error) {
      // Other errors are thrown by `run` itself, such as a 422: the primary would give the same answer.
      if (isEndedByReplica(error)) broken ??= error
      if (!broken) throw error
      this.#rest(broken)
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
    return await run(this.#primary)
  }

  /** A connection to the replica, which the caller releases; null: read from the primary. Throws if the primary cannot be asked. */
  async connect(): Promise<pg.PoolClient | null> {
    if (performance.now() < this.#restsUntil) return null
    // A commit is answered after its WAL is flushed, so everything that was answered is before this position.
    const position = await this.#position()
    if (!position) return null
    let client: pg.PoolClient | undefined
    try {
      client = await this.#pool.connect()
      const reason = await catchUp(client, position)
      if (reason === null) {
        this.#works()
        return client
      }
      this.#rest(new Error(reason))
      client.release()
    } catch (error) {
      this.#rest(error)
      client?.release(error as Error)
    }
    return null
  }

  /** The primary's position; null if the database user lacks the right to call `pg_control_system`. */
  async #position(): Promise<Position | null> {
    try {
      const { rows } =
        await sql<Position>`select pg_current_wal_flush_lsn()::text as flushed, ${sql.raw(IDENTITY)} as identity`.execute(
          this.#primary,
        )
      return rows[0] ?? null
    } catch (error) {
      // Every role has this right by default, but a provider may have revoked it.
      if (pgError(error)?.code !== '42501') throw error
      this.#rest(error)
      return null
    }
  }

  #works(): void {
    if (this.#told !== null) console.log('只读副本（DATABASE_READ_URL）恢复使用')
    this.#told = null
  }

  #rest(error: unknown): void {
    const reason = String((error instanceof Error && (error.message || pgError(error)?.code)) || error)
    // The replica is tried again after each rest, perhaps for hours: a reason is printed once, until it changes.
    if (this.#told !== reason)
      console.warn(`只读副本（DATABASE_READ_URL）暂时不用，统计和导出改读主库：${reason}`)
    this.#told = reason
    this.#restsUntil = performance.now() + this.#restMs
  }
}

/** Waits until this connection's database has replayed the primary's log; returns why the replica must not be read, or null. */
async function catchUp(client: pg.PoolClient, { identity, flushed }: Position): Promise<string | null> {
  for (const end = performance.now() + CATCH_UP_MS; performance.now() < end; await sleep(LOOK_AGAIN_MS)) {
    const { rows } = await client.query<{ identity: string; standby: boolean; replayed: boolean }>(
      `select ${IDENTITY} as identity, pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed`,
      [flushed],
    )
    const [state] = rows
    if (state?.identity !== identity) return '它不是 DATABASE_URL 的副本，而是另一个数据库'
    // A promoted server is either the new primary or a stale branch; WAL positions do not tell which.
    if (!state.standby) return '它不是副本，而是可写的主库'
    if (state.replayed) return null
  }
  return '落后于主库'
}

/** Recovery conflict (SQLSTATE 40001: the statement blocked the replay of WAL and was cancelled), connection exception (08…) or shutdown (57P…). */
const isEndedByReplica = (error: unknown): error is Error =>
  /^(40001$|08|57P)/.test(pgError(error)?.code ?? '')
