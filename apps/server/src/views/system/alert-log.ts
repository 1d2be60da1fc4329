import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'

/** Rows of the table `jobs`: `ended_at` is when it was told, `failure` what, and a lease keeps other servers from telling it as well. */
const PREFIX = 'alert:'
const LEASE_S = 60

export interface Told {
  text: string
  at: Date
}

/**
 * What the operator was told and is not over, for all servers together. While the database does not answer, each server remembers what it told
 * itself.
 */
export class ToldAlerts {
  readonly #db: Db
  readonly #holder = randomUUID()
  readonly #here = new Map<string, Told>()

  constructor(db: Db) {
    this.#db = db
  }

  /** By the keys of the alerts. */
  async read(): Promise<Map<string, Told>> {
    const rows = await this.#asked(
      this.#db
        .selectFrom('jobs')
        .select(['name', 'failure', 'ended_at'])
        .where('name', 'like', `${PREFIX}%`)
        .where('ended_at', 'is not', null)
        .execute(),
      [],
    )
    const told = rows.map(({ name, failure, ended_at }): [string, Told] => [
      name.slice(PREFIX.length),
      { text: failure, at: ended_at as Date },
    ])
    return new Map([...told, ...this.#here])
  }

  /** Whether it is this server's to tell: not while another one does, nor after it has done so since `before` was read. */
  async claim(key: string, before: Told | undefined): Promise<boolean> {
    // What only this server told is nobody else's.
    if (this.#here.has(key)) return true
    const name = PREFIX + key
    const claimed = async () => {
      await sql`insert into jobs (name) values (${name}) on conflict do nothing`.execute(this.#db)
      // A statement that waited for another server's has an earlier `now()`: to it that server's lease ends later than one of its own would.
      const { rows } =
        await sql`update jobs set holder = ${this.#holder}, lease_until = now() + ${LEASE_S} * interval '1 second'
        where name = ${name} and ended_at is not distinct from ${before?.at ?? null}::timestamptz
          and (lease_until is null or lease_until not between now() and now() + ${2 * LEASE_S} * interval '1 second')
        returning name`.execute(this.#db)
      return rows.length > 0
    }
    return await this.#asked(claimed(), true)
  }

  /** Stores that an alert was sent, and ends its lease. */
  async note(key: string, told: Told): Promise<void> {
    this.#here.set(key, told)
    const set = { ended_at: told.at, failure: told.text, lease_until: null, holder: null }
    const noted = this.#db
      .updateTable('jobs')
      .set(set)
      .where('name', '=', PREFIX + key)
      .execute()
    if ((await this.#asked(noted, null)) !== null) this.#here.delete(key)
  }

  /** Ends the lease of an alert that could not be sent, so that any server may send it. */
  async release(key: string): Promise<void> {
    const free = { lease_until: null, holder: null }
    await this.#asked(
      this.#db
        .updateTable('jobs')
        .set(free)
        .where('name', '=', PREFIX + key)
        .execute(),
      null,
    )
  }

  /** Removes an alert whose cause is over, after that was sent, too. */
  async forget(key: string): Promise<void> {
    this.#here.delete(key)
    await this.#asked(
      this.#db
        .deleteFrom('jobs')
        .where('name', '=', PREFIX + key)
        .execute(),
      null,
    )
  }

  async #asked<T, F>(query: Promise<T>, otherwise: F): Promise<T | F> {
    try {
      return await query
    } catch (error) {
      console.error('alerts: the database did not answer:', errorForLog(error).message)
      return otherwise
    }
  }
}
