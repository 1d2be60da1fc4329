import { createHash, randomUUID } from 'node:crypto'
import { type PostgresPool, sql } from 'kysely'
import pg from 'pg'

/**
 * Statements that a connection keeps prepared. An office of ten uses some fifty; lists with other filters make more. Each costs
 * PostgreSQL some 35 KB on each connection.
 */
export const KEPT_STATEMENTS = 100

const EACH_TIME = '/* planned each time */'
/** Beside a condition whose share of the rows depends on its value: a statement with it stays unnamed, so it is planned for its values. */
export const plannedEachTime = sql.raw(EACH_TIME)

/** What PostgreSQL plans; BEGIN, DECLARE, LOCK, SET and the like gain nothing by a name. */
const PLANNED = /^\s*(select|with|insert|update|delete)\b/i
/** Longer texts are unnamed: such a text grows with its data, so it does not come again, and PostgreSQL would keep all of it. */
const LONGEST_NAMED = 4_000
const isNamed = (text: string) =>
  text.length <= LONGEST_NAMED && PLANNED.test(text) && !text.includes(EACH_TIME)

/** The part of pg's connection that its own `Query` works with. */
interface Protocol {
  /** Text by name, of what PostgreSQL has accepted on this connection. */
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

/**
 * Prepared statements of one server's connections. A statement is named by the hash of its text, so that PostgreSQL parses it once
 * a connection and keeps its plan. The name is the same on every connection: a pooler that tracks prepared statements shares them by text.
 */
export class Prepared {
  /**
   * Changed when a plan has become invalid: then every connection closes its statements before its next one. It is part of later texts, for
   * a pooler that shares statements by text would answer the same text with the same invalid plan.
   */
  #version = ''
  #off = false
  readonly #onSwitchedOff: () => void
  readonly #clients = new WeakMap<pg.PoolClient, PreparedClient>()

  /** `onSwitchedOff`: called once, where a pooler turns out not to track prepared statements. */
  constructor(onSwitchedOff: () => void) {
    this.#onSwitchedOff = onSwitchedOff
  }

  /** The pool as Kysely uses it. */
  over(pool: pg.Pool): PostgresPool {
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

  /** Whether the same statement, sent in this version, may succeed when it is prepared anew; from now on it will be. */
  invalidated(error: unknown, version: string): boolean {
    if (isStalePlan(error)) {
      // Random, for other processes behind the same pooler may have had other versions before.
      if (this.#version === version) this.#version = randomUUID().slice(0, 8)
      return true
    }
    if (!isForgotten(error)) return false
    if (!this.#off) this.#onSwitchedOff()
    this.#off = true
    return true
  }
}

/** A table changed (ALTER TABLE) so that a prepared statement would answer other columns: "cached plan must not change result type". */
const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** "prepared statement does not exist" or "already exists": a pooler gave us another server connection without telling. */
const isForgotten = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '42P05')

/** Whether a transaction failed only because a statement of it was prepared before: `Prepared` has noted it, so it may run again. */
export const isInvalidated = (error: unknown): boolean => isStalePlan(error) || isForgotten(error)

/** One connection: names the statements that pass, and closes those that were not used for longest. */
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
    // Outside of a transaction a statement that failed has done nothing, so it may be sent again.
    const alone = this.#client.getTransactionStatus() === 'I'
    const { version } = this.#all
    try {
      return await this.#named(text, values)
    } catch (error) {
      if (!this.#all.invalidated(error, version) || !alone) throw error
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
    return await new Promise((resolve, reject) => {
      const query = new pg.Query({ name, text, values: [...values] }, (error, result) => {
        if (!error) return resolve(result)
        // A value that pg cannot serialize: pg closes the statement and yet notes it as accepted.
        if (!(error instanceof pg.DatabaseError)) this.#names.delete(text)
        reject(error)
      })
      const submit = query.submit.bind(query)
      // pg submits a query when the one before has ended: a Close in the middle of a COPY would break it.
      query.submit = (connection) => {
        this.#makeRoom(connection as unknown as Protocol, text, name)
        // What pg's own submit answers is an error of the arguments, for the callback.
        return submit(connection)
      }
      this.#client.query(query)
    })
  }

  #makeRoom(connection: Protocol, text: string, name: string): void {
    const close = (oldText: string, oldName: string) => {
      this.#names.delete(oldText)
      delete connection.parsedStatements[oldName]
      // By protocol, not `deallocate`: it works in a failed transaction and for a name that was never accepted, and poolers understand it.
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
