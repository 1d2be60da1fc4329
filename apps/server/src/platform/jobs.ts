import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { errorForLog } from './http/log-error.ts'
import type { Services } from './services.ts'

/** A periodic job, which one server at a time runs. It may be killed at any point; the next run must be able to continue. */
export interface Job {
  /** The job's name in the table `jobs` and in the metrics. */
  name: string
  everyMs: number
  /** `signal` aborts when the server stops, or has lost the lease; the job then ends at its next step. */
  run(signal: AbortSignal): Promise<unknown>
}

type Wrap = (name: string, run: () => Promise<unknown>) => Promise<unknown>

/** The state of a job over all servers. */
export interface JobState {
  /** Seconds since it last succeeded; null: never. */
  age: number | null
  /** How often it has failed since. */
  failures: number
}

/** Often enough that a job of a killed server is taken over soon. */
const TICK_MS = 60_000
/** First tick after the start, so that jobs do not compete with the first requests. */
const FIRST_MS = 5 * 60_000
const LEASE_S = 120
/** A job that failed is run again after this time. */
const AGAIN_S = 600
/** A claim that waits for another server sees a job end after its own `now()`, by at most the limits of a statement. */
const WAITED_S = 60
/** How long the other jobs wait for one that runs: a mount that hangs can neither be asked again nor given up. */
const WAIT_MS = 60 * 60_000
/** Largest difference between the server's clock and the database's: beyond it no job runs, as jobs remove what is old by these clocks. */
const CLOCK_MS = 5 * 60_000

interface Row {
  name: string
  age: number | null
  failures: number
}

/** Runs each job on one server at a time, by a lease in the table `jobs`; an advisory lock of a session would not work through a pooler. */
export class Jobs {
  readonly #services: Pick<Services, 'db' | 'clock'>
  readonly #jobs: readonly Job[]
  readonly #wrap: Wrap
  readonly #waitMs: number
  readonly #holder = randomUUID()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  readonly #runs = new Set<Promise<void>>()
  #known: { at: number; rows: Row[] } = { at: 0, rows: [] }
  #clockWarned = false

  /** `wrap` calls each run of a job, to trace it. */
  constructor(
    services: Pick<Services, 'db' | 'clock'>,
    jobs: readonly Job[],
    wrap: Wrap = (_, run) => run(),
    waitMs = WAIT_MS,
  ) {
    this.#services = services
    this.#jobs = jobs
    this.#wrap = wrap
    this.#waitMs = waitMs
  }

  start(): void {
    const tick = (ms: number) => {
      // With a random part, so that servers that start at the same time do not ask at the same time.
      this.#timer = setTimeout(
        () => {
          void this.runDue().then(() => {
            if (!this.#stopping.signal.aborted) tick(TICK_MS)
          })
        },
        ms * (0.75 + Math.random() / 2),
      )
      this.#timer.unref()
    }
    tick(FIRST_MS)
  }

  /** Resolves when the running jobs have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await Promise.all([this.#running, ...this.#runs])
  }

  /** Runs the jobs that are due and that no other server runs, one after the other. Errors are logged. */
  async runDue(): Promise<void> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** State by name, at most a minute old. */
  state(): ReadonlyMap<string, JobState> {
    const since = (performance.now() - this.#known.at) / 1000
    const known = new Map(this.#known.rows.map((row) => [row.name, row]))
    return new Map(
      this.#jobs.map(({ name }) => {
        const { age = null, failures = 0 } = known.get(name) ?? {}
        return [name, { age: age === null ? null : age + since, failures }]
      }),
    )
  }

  async #runAll(): Promise<void> {
    try {
      if (await this.#clocksAgree())
        for (const job of this.#jobs) {
          if (this.#stopping.signal.aborted) return
          if (await this.#claim(job)) await this.#runFor(job)
        }
      // Also on a server that runs no jobs, as others may run them.
      await this.#read()
    } catch (error) {
      console.error('jobs: the database did not answer:', errorForLog(error).message)
    }
  }

  async #clocksAgree(): Promise<boolean> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(this.#services.db)
    const apart = Math.abs((rows[0]?.now.getTime() ?? Number.NaN) - this.#services.clock().getTime())
    const agree = apart <= CLOCK_MS
    if (!agree && !this.#clockWarned)
      console.error(
        `jobs: 服务器与数据库的时钟相差 ${Math.round(apart / 1000)} 秒，定时清理暂不运行，请校准时钟（NTP）`,
      )
    this.#clockWarned = !agree
    return agree
  }

  /** Takes the lease if the job is due and nobody holds it. Times in the future are ignored: the database's clock was set back. */
  async #claim({ name, everyMs }: Job): Promise<boolean> {
    const { db } = this.#services
    await sql`insert into jobs (name) values (${name}) on conflict do nothing`.execute(db)
    // A statement apart from the INSERT, as Citus refuses `now()` in ON CONFLICT.
    const { rows } = await sql`
      update jobs set holder = ${this.#holder}, lease_until = now() + ${LEASE_S} * interval '1 second', started_at = now()
      where name = ${name}
        and (lease_until is null or lease_until not between now() and now() + ${2 * AGAIN_S} * interval '1 second')
        and (ended_at is null or ended_at not between now() - ${everyMs / 1000} * interval '1 second' and now() + ${WAITED_S} * interval '1 second')
      returning name`.execute(db)
    return rows.length > 0
  }

  /** Resolves when the job has ended, or when the others no longer wait for it; it then goes on, and its lease keeps it from being run twice. */
  async #runFor(job: Job): Promise<void> {
    const run = this.#run(job)
      .catch((error: unknown) => console.error(`jobs: ${job.name}:`, errorForLog(error)))
      .finally(() => this.#runs.delete(run))
    this.#runs.add(run)
    const waiting = new AbortController()
    const isSlow = await Promise.race([
      run.then(() => false),
      sleep(this.#waitMs, true, { signal: waiting.signal, ref: false }).catch(() => false),
    ])
    waiting.abort()
    if (!isSlow) return
    const text = `已运行 ${Math.round(this.#waitMs / 60_000)} 分钟仍未结束，可能是文件存储没有应答`
    console.error(`jobs: ${job.name} ${text}`)
    await sql`update jobs set failures = failures + 1, failure = ${text} where ${this.#mine(job)}`.execute(
      this.#services.db,
    )
  }

  #mine({ name }: Job) {
    return sql`name = ${name} and holder = ${this.#holder}`
  }

  async #run(job: Job): Promise<void> {
    const { db } = this.#services
    const lost = new AbortController()
    const mine = this.#mine(job)
    const renewal = setInterval(
      () => {
        sql`update jobs set lease_until = now() + ${LEASE_S} * interval '1 second' where ${mine} returning name`
          .execute(db)
          .then(({ rows }) => {
            if (rows.length === 0) lost.abort()
          })
          // Ignored: if the database stays away, the next renewal and the job fail as well.
          .catch(() => undefined)
      },
      (LEASE_S * 1000) / 4,
    )
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal])
    try {
      await this.#wrap(job.name, () => job.run(signal))
      // An aborted job is due again at once, on any server.
      const done = signal.aborted ? sql`` : sql`, ended_at = now(), failures = 0, failure = ''`
      await sql`update jobs set holder = null, lease_until = null ${done} where ${mine}`.execute(db)
    } catch (error) {
      const logged = errorForLog(error)
      console.error(`jobs: ${job.name} failed:`, logged)
      await sql`update jobs set holder = null, lease_until = now() + ${AGAIN_S} * interval '1 second', failures = failures + 1,
          failure = ${logged.message.slice(0, 500)}
        where ${mine}`.execute(db)
    } finally {
      clearInterval(renewal)
    }
  }

  async #read(): Promise<void> {
    const { rows } = await sql<Row>`
      select name, extract(epoch from now() - ended_at)::float8 as age, failures from jobs`.execute(
      this.#services.db,
    )
    this.#known = { at: performance.now(), rows }
  }
}
