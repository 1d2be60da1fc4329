import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { migrationNames } from './database/migrations/migrate.ts'
import { errorForLog } from './http/log-error.ts'

/** Longest check of a part: proxies give up after a few seconds. */
export const CHECK_MS = 3_000
/** How long a result is reused: anybody may ask for it, and the database is asked once for all. */
const KEPT_MS = 500
/** How often a part that is not required is checked, by its last result: each check of S3 is a request over the network that is billed. */
const OPTIONAL_CHECK_MS = { ok: 30_000, failed: 5_000 }

interface ReadinessPart {
  /** The part's name in answers, such as `database`. */
  name: string
  /** The part's Chinese name in the message of a 503. */
  title: string
  /** Whether requests go to other servers while the part fails; false for a part that all share and most requests do without. */
  required: boolean
  /** Throws or rejects if the part cannot be used. */
  check(): Promise<void>
}

interface Result {
  part: ReadinessPart
  ok: boolean
}

/** Whether requests should be sent to this server: its required parts work and it is not stopping. */
export class Readiness {
  readonly #parts: ReadinessPart[] = []
  readonly #failing = new Set<string>()
  /** Checks that have not ended and are not repeated: on a hung mount each would take one of Node's four file threads. */
  readonly #running = new Map<string, Promise<void>>()
  /** When the next check of each part that is not required is due, by the part's name. */
  readonly #nextCheck = new Map<string, number>()
  #stopping = false
  #latest: { until: number; results: Promise<Result[]> } | undefined

  add(part: ReadinessPart): void {
    this.#parts.push(part)
  }

  /** From here on the server is not ready, though it still answers. */
  stop(): void {
    this.#stopping = true
  }

  get stopping(): boolean {
    return this.#stopping
  }

  /** The result of the last check; true before the first one, unless the server is stopping. */
  get isReady(): boolean {
    const failing = this.#parts.some(({ name, required }) => required && this.#failing.has(name))
    return !this.#stopping && !failing
  }

  /**
   * The state of every part, for load balancers. A required part is checked, for 3 s at most. Of another part the result of the last check is returned at
   * once (before the first one: ok): if callers waited for a storage that hangs, load balancers would take every server out.
   */
  async check(): Promise<Result[]> {
    if (!this.#latest || performance.now() > this.#latest.until) {
      const states = this.#parts.map((part) => (part.required ? this.#checked(part) : this.#known(part)))
      const latest = { until: Infinity, results: Promise.all(states) }
      this.#latest = latest
      await latest.results
      latest.until = performance.now() + KEPT_MS
    }
    return await this.#latest.results
  }

  /** The state of every part right now, for the operator; each is checked for 3 s at most. */
  async checkAll(): Promise<Result[]> {
    return await Promise.all(this.#parts.map((part) => this.#checked(part)))
  }

  /** The last known state of a part, which is checked anew in the background. */
  #known(part: ReadinessPart): Result {
    if (performance.now() > (this.#nextCheck.get(part.name) ?? 0)) {
      // No other check begins before this one has ended.
      this.#nextCheck.set(part.name, Infinity)
      void this.#checked(part).then(({ ok }) =>
        this.#nextCheck.set(part.name, performance.now() + OPTIONAL_CHECK_MS[ok ? 'ok' : 'failed']),
      )
    }
    return { part, ok: !this.#failing.has(part.name) }
  }

  /** The check that is still running, or a new one. */
  #begun(part: ReadinessPart): Promise<void> {
    const before = this.#running.get(part.name)
    if (before) return before
    const check = part.check().finally(() => this.#running.delete(part.name))
    this.#running.set(part.name, check)
    // Keeps a late failure, for which nobody waits any more, from counting as unhandled.
    check.catch(() => undefined)
    return check
  }

  async #checked(part: ReadinessPart): Promise<Result> {
    const timeout = new AbortController()
    const tooLong = sleep(CHECK_MS, undefined, { signal: timeout.signal }).then(() => {
      throw new Error(`no answer within ${CHECK_MS} ms`)
    })
    // It rejects when the check was quicker and `timeout` is aborted.
    tooLong.catch(() => undefined)
    try {
      await Promise.race([this.#begun(part), tooLong])
      if (this.#failing.delete(part.name)) console.log(`readiness: ${part.name} works again`)
      return { part, ok: true }
    } catch (error) {
      if (!this.#failing.has(part.name))
        console.error(`readiness: ${part.name} failed: ${errorForLog(error).message}`)
      this.#failing.add(part.name)
      return { part, ok: false }
    } finally {
      timeout.abort()
    }
  }
}

/**
 * Checks that the database takes writes and has all migrations of this version; newer ones are allowed during an upgrade of several servers.
 * `pool`: for these checks alone, as a server whose other pools are busy stays ready.
 */
export function databaseParts(pool: pg.Pool): ReadinessPart[] {
  return [
    {
      name: 'database',
      title: '数据库',
      required: true,
      check: async () => {
        const { rows } = await pool.query<{ only: string }>(
          `select current_setting('transaction_read_only') as only`,
        )
        if (rows[0]?.only !== 'off') throw new Error('the database is read only')
      },
    },
    {
      name: 'migrations',
      title: '数据库升级',
      required: true,
      check: async () => {
        const names = await migrationNames()
        const { rows } = await pool.query<{ name: string }>(
          'select name from migrations where name = any($1)',
          [names],
        )
        if (rows.length < names.length)
          throw new Error(`${names.length - rows.length} migrations are missing`)
      },
    },
  ]
}
