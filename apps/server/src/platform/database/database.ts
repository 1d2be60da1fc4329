import {
  isAbortedTransactionError,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { StatementWatch } from '../watch/statements.ts'
import { type Bounds, Deadline } from './connections/deadline.ts'
import { drop, KEEP_ALIVE, type Limits, limit } from './connections/limits.ts'
import { isInvalidated, type Prepared } from './connections/prepared.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** The oids of `int8[]` and `text[]`, which pg does not name. */
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009
const parseTexts: (text: string) => string[] = pg.types.getTypeParser(TEXT_ARRAY as number)

/**
 * How values are parsed: `int8` and sums as bigint (money is fen, and ten of the largest payments exceed 2^53); dates as text
 * `YYYY-MM-DD`, as a JS Date would shift them by the time zone; instants as Date. Counts are cast to int4 in the queries.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return BigInt
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    if (oid === INT8_ARRAY) return (text: string) => parseTexts(text).map(BigInt)
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/**
 * The pools of one server, ended together. They send no session settings: a pooler in transaction mode (PgBouncer) refuses the startup
 * parameter `options` and pg's timeouts, and a `set` would apply to another client's session. So no statement may depend on one: instants
 * are sent with their offset, days are computed `at time zone 'Asia/Shanghai'`, and the idle timeout of transactions is set in the database
 * (the embedded one's settings.ts, or by the operator).
 */
export class Pools {
  readonly #url: string
  readonly #pools: { name: string; pool: pg.Pool }[] = []
  readonly #watch: StatementWatch | undefined
  readonly #clients = new Set<pg.PoolClient>()
  /** Those of `#clients` that are in use. */
  readonly #busy = new Set<pg.PoolClient>()
  #ended: Promise<unknown> | undefined

  constructor(url: string, watch?: StatementWatch) {
    this.#url = url
    this.#watch = watch
  }

  /** All pools by their names, for the metrics. */
  get all(): readonly { name: string; pool: pg.Pool }[] {
    return this.#pools
  }

  /** `name`: the pool's name in the metrics. `onConnect` is called with each new connection before it is used. */
  open(
    options: pg.PoolConfig = {},
    name = 'requests',
    limits: Limits = {},
    onConnect?: (client: pg.PoolClient) => void,
  ): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.#url,
      types,
      max: 20,
      // Less than the page's timeout of 10 s, so that a request without a connection is answered before it.
      connectionTimeoutMillis: 8_000,
      idleTimeoutMillis: 30_000,
      application_name: 'pianzhang',
      ...KEEP_ALIVE,
      ...options,
    })
    // The pool replaces a connection that the database closes. Without a listener its `error` event would end the process: the pool emits it
    // for an idle connection, the client for one in use.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      limit(client, limits, () => this.#dropIdle())
      this.#watch?.wrap(client)
      this.#clients.add(client)
      onConnect?.(client)
    })
    pool.on('acquire', (client) => this.#busy.add(client))
    pool.on('release', (_error, client) => this.#busy.delete(client))
    pool.on('remove', (client) => {
      this.#clients.delete(client)
      this.#busy.delete(client)
    })
    this.#pools.push({ name, pool })
    return pool
  }

  /** After a silent connection, whose host may be gone: idle connections are closed, as each would cost somebody the same wait. */
  #dropIdle(): void {
    for (const client of this.#clients) if (!this.#busy.has(client)) drop(client)
  }

  /** Resolves when all connections were released and are closed. */
  async end(): Promise<void> {
    this.#ended ??= Promise.all(this.#pools.map(({ pool }) => pool.end()))
    await this.#ended
  }

  /** Closes all connections without waiting: running statements fail and are rolled back. */
  cut(): void {
    void this.end()
    for (const client of this.#clients) drop(client)
  }
}

/** `prepared`: names the statements, so that PostgreSQL keeps their plans. */
export function openDatabase(pool: pg.Pool, prepared?: Prepared): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: prepared?.wrap(pool) ?? pool }) })
}

interface PgError {
  code?: string
  constraint?: string
  message: string
  /** PostgreSQL's function that raised the error. */
  routine?: string
}

export function pgError(error: unknown): PgError | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (error as PgError)
    : null
}

/** Whether an error is a violation of this constraint. Citus appends the number of the shard to its name. */
export function violates(error: unknown, constraint: string): boolean {
  const name = pgError(error)?.constraint ?? ''
  return (
    name === constraint ||
    (name.startsWith(`${constraint}_`) && /^\d+$/.test(name.slice(constraint.length + 1)))
  )
}

/**
 * Calls `run` with a Kysely handle on one connection of the pool and the connection itself, so that COPY and queries share a transaction. The
 * connection is released when `run` ends, and destroyed if it broke.
 */
export async function onOneConnection<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  run: (db: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // The caller may have disconnected while this waited for the pool.
  if (signal.aborted) {
    client.release()
    signal.throwIfAborted()
  }
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    return await onClient(client, (db) => run(db, client))
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** Calls `run` with a Kysely handle on this connection, which the caller releases. */
export async function onClient<T>(client: pg.PoolClient, run: (db: Db) => Promise<T>): Promise<T> {
  const query = client.query.bind(client) as PostgresPoolClient['query']
  const pool: PostgresPool = {
    connect: async () => ({ query, release: () => undefined }),
    end: async () => undefined,
    options: {},
  }
  return await run(new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }))
}

/** Conflicts between transactions: deadlock, serialization failure, or a row inserted or deleted between our check and our write. */
const CONFLICT_CODES = new Set(['40001', '40P01', '23503', '23505', '23P01'])
/** Citus reports constraint violations of INSERT … SELECT and COPY as an internal error, so they are recognized by the message. */
const CONFLICT_MESSAGES = /violates (?:unique|foreign key|exclusion) constraint "|would break its reference "/

function isConflict(error: unknown): boolean {
  const { code = '', message = '' } = pgError(error) ?? {}
  return CONFLICT_CODES.has(code) || (code === 'XX000' && CONFLICT_MESSAGES.test(message))
}

/** Rows that a check relied on were changed before they were locked: the transaction is retried, as after a serialization failure. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
}

const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Calls `run` when `tx`, a transaction of `inTransaction`, was committed; not after a rollback. */
export function afterCommit(tx: Tx, run: () => void): void {
  const list = afterCommits.get(tx)
  if (!list) throw new Error('only a transaction of inTransaction tells when it is committed')
  list.push(run)
}

/**
 * Runs a transaction, and retries it up to three times after a conflict with another one: the retry sees the other's rows, so the rules
 * refuse with a message what the constraint rejected without one. Also retried if a table was altered under a prepared statement. So the function must
 * have no effect outside of the transaction, except by `afterCommit`. With `bounds` it throws `OutOfTime` when their time has passed, and commits nothing.
 */
export async function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>, bounds?: Bounds): Promise<T> {
  if (!bounds) return await tries(db, run)
  const deadline = new Deadline(bounds)
  const running = tries(db, run, deadline)
  running.then(bounds.onEnd, bounds.onEnd)
  return await deadline.race(running)
}

async function tries<T>(db: Db, run: (tx: Tx) => Promise<T>, deadline?: Deadline): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const callbacks: (() => void)[] = []
    let committing = false
    let result: T
    try {
      deadline?.begin()
      result = await db.transaction().execute(async (own) => {
        const tx = deadline ? own.withPlugin(deadline) : own
        afterCommits.set(tx, callbacks)
        const done = await run(tx)
        deadline?.commit()
        committing = true
        return done
      })
    } catch (error) {
      // The answer to COMMIT was lost, so the transaction may be committed: the callbacks are called, as a superfluous notice does no harm.
      if (committing && isConnectionLost(error)) for (const call of callbacks) call()
      if (attempt >= 4 || !(isConflict(error) || isInvalidated(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
      continue
    }
    for (const call of callbacks) call()
    return result
  }
}

/**
 * Whether the connection was lost. PostgreSQL reports this by SQLSTATE 08… (connection exception) or 57P… (the server stops);
 * the driver by an error that does not come from PostgreSQL.
 */
export function isConnectionLost(error: unknown): boolean {
  if (isAbortedTransactionError(error)) return false
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')
}

/** `column = anyOf(values)` instead of IN: one array parameter, so that the statement's text is the same for any number of values, even none. */
export const anyOf = <T>(values: readonly T[]) => sql<T>`any(${values})`
/** `column <> allOf(values)` instead of NOT IN; true for every row if there are no values. */
export const allOf = <T>(values: readonly T[]) => sql<T>`all(${values})`

/** `count(*)` as a safe JS number. */
export const countAll = () => sql<number>`count(*)::int4`
