import { isAbortedTransactionError, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { isInvalidated, type Prepared } from './prepared.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/**
 * How values come out: `int8` and sums as bigint (money is fen, and ten of the largest payments pass 2^53); dates as the text
 * `YYYY-MM-DD`, for a JS Date would move them by the time zone; instants as Date. Counts are cast to int4 where they are asked for.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return BigInt
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/**
 * The pools of one server, ended together. They send no session settings: a pooler in transaction mode (PgBouncer) refuses the startup
 * parameter `options` and pg's timeouts, and a `set` on one of its connections would reach strangers and miss us. So no statement may
 * depend on any: instants travel with their offset, a day is asked for `at time zone 'Asia/Shanghai'` by name, and how long a
 * transaction may idle is for the database to say (the embedded one's settings.ts, or the operator).
 */
export class Pools {
  readonly #url: string
  readonly #pools: pg.Pool[] = []
  readonly #clients = new Set<pg.PoolClient>()
  #ended: Promise<unknown> | undefined

  constructor(url: string) {
    this.#url = url
  }

  open(options: pg.PoolConfig = {}): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.#url,
      types,
      max: 20,
      // A person waits 10 s for a call; a request that cannot even get a connection says so before that.
      connectionTimeoutMillis: 8_000,
      idleTimeoutMillis: 30_000,
      application_name: 'pianzhang',
      ...options,
    })
    // A connection that the database closes is replaced by the pool; without listeners it would end the process: the pool speaks
    // for idle ones, a client that somebody works with for itself.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      this.#clients.add(client)
    })
    pool.on('remove', (client) => this.#clients.delete(client))
    this.#pools.push(pool)
    return pool
  }

  /** Resolves when nobody works with a connection any more, and all are closed. */
  async end(): Promise<void> {
    this.#ended ??= Promise.all(this.#pools.map((pool) => pool.end()))
    await this.#ended
  }

  /** Ends without waiting: what runs fails, and the database rolls it back. */
  cut(): void {
    void this.end()
    for (const client of this.#clients) void client.end()
  }
}

/** `prepared`: names the statements, so that PostgreSQL keeps their plans. */
export function openDatabase(pool: pg.Pool, prepared?: Prepared): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: prepared?.over(pool) ?? pool }) })
}

interface PgError {
  code?: string
  constraint?: string
  message: string
}

export function pgError(error: unknown): PgError | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (error as PgError)
    : null
}

/**
 * A handle on one connection of the pool, and the connection itself: COPY and queries in the same transaction. The connection goes
 * back when `run` ends; one that broke is thrown away.
 */
export async function onOneConnection<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  run: (db: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // The caller may have gone while we waited for a slot of the pool.
  if (signal.aborted) {
    client.release()
    signal.throwIfAborted()
  }
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  const one = {
    connect: async () => ({ query: client.query.bind(client), release: () => undefined }),
    end: async () => undefined,
  }
  try {
    return await run(new Kysely<Database>({ dialect: new PostgresDialect({ pool: one as never }) }), client)
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** Two people met: a deadlock or serialization failure, or a row that came or went between our check and our write. */
const MET = new Set(['40001', '40P01', '23503', '23505', '23P01'])
/** Citus reports what a worker refuses of INSERT … SELECT and COPY as an internal error: only its words say which constraint it was. */
const MET_IN_WORDS = /violates (?:unique|foreign key|exclusion) constraint "|would break its reference "/

function haveMet(error: unknown): boolean {
  const { code = '', message = '' } = pgError(error) ?? {}
  return MET.has(code) || (code === 'XX000' && MET_IN_WORDS.test(message))
}

/** What a check relied on was changed before it was locked: the transaction is run again, as after a serialization failure. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
}

const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Calls `run` when `tx`, a transaction of `inTransaction`, is committed; not when it is taken back. */
export function afterCommit(tx: Tx, run: () => void): void {
  const list = afterCommits.get(tx)
  if (!list) throw new Error('only a transaction of inTransaction tells when it is committed')
  list.push(run)
}

/**
 * One transaction. When two people meet it is run again: what the first one did is then visible, and the rules say in words what
 * the constraint could only refuse. The same where a table was altered under a prepared statement. The function must therefore have no effect
 * outside the transaction, except by `afterCommit`.
 */
export async function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const later: (() => void)[] = []
    let committing = false
    let result: T
    try {
      result = await db.transaction().execute(async (tx) => {
        afterCommits.set(tx, later)
        const done = await run(tx)
        committing = true
        return done
      })
    } catch (error) {
      // The answer to COMMIT was lost: it may be committed, and a notice too many does no harm.
      if (committing && isConnectionLost(error)) for (const call of later) call()
      if (attempt >= 4 || !(haveMet(error) || isInvalidated(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
      continue
    }
    for (const call of later) call()
    return result
  }
}

/** The network or the server went away: every other failure of PostgreSQL has a SQLSTATE that says what it refused. */
function isConnectionLost(error: unknown): boolean {
  if (isAbortedTransactionError(error)) return false
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')
}

/** `column = anyOf(values)` instead of IN: one parameter, so that the text is the same for any number of values, none among them. */
export const anyOf = <T>(values: readonly T[]) => sql<T>`any(${values})`
/** `column <> allOf(values)` instead of NOT IN; true of every row where there are no values. */
export const allOf = <T>(values: readonly T[]) => sql<T>`all(${values})`

/** `count(*)` as a safe JS number. */
export const countAll = () => sql<number>`count(*)::int4`
