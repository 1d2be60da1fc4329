import { createHash, randomUUID } from 'node:crypto'
import { type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { StatementWatch } from '../../watch/statements.ts'

/**
 * How many prepared statements a connection keeps. An office of ten uses some fifty, more with other filters; each takes PostgreSQL some 35 KB
 * per connection.
 */
export const KEPT_STATEMENTS = 100

const EACH_TIME = '/* planned each time */'
/** Put beside a condition whose selectivity depends on its value: the statement stays unnamed, so it is planned for its actual values. */
export const plannedEachTime = sql.raw(EACH_TIME)

/** Statements with a plan; BEGIN, DECLARE, LOCK, SET and the like gain nothing from being prepared. */
const PLANNED = /^\s*(select|with|insert|update|delete)\b/i
/** Characters. Longer texts are not named: they contain data, so they do not recur, and PostgreSQL would keep them in memory. */
const MAX_NAMED_LENGTH = 4_000
const isNamed = (text: string) =>
  text.length <= MAX_NAMED_LENGTH && PLANNED.test(text) && !text.includes(EACH_TIME)

/** The part of pg's internal connection that its `Query` uses. */
interface Protocol {
  /** Texts by name of the statements that PostgreSQL has parsed on this connection. */
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

/**
 * Prepared statements of one server's connections. A statement's name is the hash of its text, so that PostgreSQL parses it once per connection
 * and keeps its plan. The name is the same on every connection, for poolers that share prepared statements by text.
 */
export class Prepared {
  /**
   * Changes when a plan has become invalid; every connection then closes its statements before it sends the next. It is part of later texts, as a
   * pooler that shares statements by text would use the invalid plan for the same text.
   */
  #version = ''
  #off = false
  readonly #onSwitchedOff: () => void
  readonly watch: StatementWatch | undefined
  readonly #clients = new WeakMap<pg.PoolClient, PreparedClient>()

  /** `onSwitchedOff` is called once if a pooler turns out not to track prepared statements. */
  constructor(onSwitchedOff: () => void, watch?: StatementWatch) {
    this.#onSwitchedOff = onSwitchedOff
    this.watch = watch
  }

  /** Wraps a pool for Kysely. */
  wrap(pool: pg.Pool): PostgresPool {
    const connect = async () => this.#prepared(await pool.connect())
    return { connect: connect as never, end: () => pool.end(), options: pool.options }
  }

  #prepared(client: pg.PoolClient): PreparedClient {
    let known = this.#clients.get(client)
    if (!known) {
      known = new PreparedClient(client, this)
      this.#clients.set(client, known)
    }
    return known
  }

  get off(): boolean {
    return this.#off
  }

  get version(): string {
    return this.#version
  }

  /**
   * Whether the statement, sent with this version, may succeed if sent again: after a stale plan all statements are prepared again; if a pooler
   * does not track them, they are sent unnamed from now on.
   */
  invalidated(error: unknown, version: string): boolean {
    if (isStalePlan(error)) {
      // Random, as other processes behind the same pooler may have used any counter value.
      if (this.#version === version) this.#version = randomUUID().slice(0, 8)
      return true
    }
    if (!isForgotten(error)) return false
    if (!this.#off) this.#onSwitchedOff()
    this.#off = true
    return true
  }
}

/** "cached plan must not change result type": ALTER TABLE changed the columns of a prepared statement. */
const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** "prepared statement does not exist" or "already exists": a pooler has switched the server connection. */
const isForgotten = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '42P05')

/** Whether a transaction failed only because of a stale prepared statement; `Prepared` has recorded that, so a retry may succeed. */
export const isInvalidated = (error: unknown): boolean => isStalePlan(error) || isForgotten(error)

/** Wraps one connection: names its statements, and closes the least recently used ones. */
class PreparedClient {
  readonly #client: pg.PoolClient
  readonly #all: Prepared
  /** Name by text, the least recently used first. */
  readonly #names = new Map<string, string>()
  #version: string

  constructor(client: pg.PoolClient, all: Prepared) {
    this.#client = client
    this.#all = all
    this.#version = all.version
  }

  release = (error?: Error | boolean): void => this.#client.release(error)

  query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (values.length === 0 || this.#all.off || !isNamed(text)) return await this.#unnamed(text, values)
    // Outside of a transaction a failed statement had no effect, so it may be sent again.
    const autocommit = this.#client.getTransactionStatus() === 'I'
    const { version } = this.#all
    try {
      return await this.#named(text, values)
    } catch (error) {
      if (!this.#all.invalidated(error, version) || !autocommit) throw error
      return await this.#named(text, values)
    }
  }

  async #unnamed(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    return await this.#client.query(text, [...values])
  }

  async #named(plain: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const { off, version } = this.#all
    if (off) return await this.#unnamed(plain, values)
    const text = version === '' ? plain : `/* ${version} */ ${plain}`
    const name = this.#names.get(text) ?? nameOf(text)
    const send = () => this.#send(name, text, values)
    return await (this.#all.watch?.run(text, send) ?? send())
  }

  async #send(name: string, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    return await new Promise((resolve, reject) => {
      const query = new pg.Query({ name, text, values: [...values] }, (error, result) => {
        if (!error) return resolve(result)
        // If pg cannot serialize a value, it closes the statement but records it as parsed.
        if (!(error instanceof pg.DatabaseError)) this.#names.delete(text)
        reject(error)
      })
      const submit = query.submit.bind(query)
      // Closes are sent in `submit`, when the previous query has ended: a Close in the middle of a COPY would break it.
      query.submit = (connection) => {
        this.#evict(connection as unknown as Protocol, text, name)
        // pg's submit returns an error if the arguments are wrong; the callback receives it.
        return submit(connection)
      }
      this.#client.query(query)
    })
  }

  #evict(connection: Protocol, text: string, name: string): void {
    const close = (oldText: string, oldName: string) => {
      this.#names.delete(oldText)
      delete connection.parsedStatements[oldName]
      // A protocol message instead of DEALLOCATE: it works in a failed transaction and for unknown names, and poolers understand it.
      connection.close({ type: 'S', name: oldName })
    }
    if (this.#version !== this.#all.version) for (const [old, oldName] of this.#names) close(old, oldName)
    this.#version = this.#all.version
    if (!this.#names.has(text) && name in connection.parsedStatements) close(text, name)
    this.#names.delete(text)
    const [oldest] = this.#names.size >= KEPT_STATEMENTS ? this.#names : []
    if (oldest) close(...oldest)
    this.#names.set(text, name)
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)
