import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { newToken } from '../codes.ts'
import { Failure, restarting } from '../http/errors.ts'
import { TIMING } from '../timing.ts'
import type { ServerState } from '../watch/state.ts'
import { forkBackground } from './priority.ts'

/** What the process needs to build the same server; it reads its configuration from the same environment. */
export interface ExportSettings {
  /** The file that the process runs. */
  program: string
  dataDir: string
  databaseUrl: string
  directUrl: string
  log: boolean
}

/** Path at which the process's server answers its `ServerState`. */
export const STATE_PATH = '/state'
export const KEY_HEADER = 'x-pianzhang-bulk'

/** What the process tells: where its server listens, and then every two seconds that its event loop is not blocked. */
export type FromExports = { port: number } | 'alive'

export interface ExportEndpoint {
  port: number
  /** Sent in `KEY_HEADER`; requests without it are refused, as the port is open to every program on this machine. */
  key: string
}

interface Running {
  child: ChildProcess
  endpoint: Promise<ExportEndpoint>
  ready: boolean
  /** Requests that came while the process started. */
  early: Set<Promise<unknown>>
  /** Resolves some seconds after the process accepted requests. */
  started: Promise<void>
  /** Resolves when the process has ended. */
  gone: Promise<void>
  lastMessageAt: number
}

/** How long a process that should end, but has just started, still accepts the requests that waited for its start. */
const EARLY_MS = 5_000
/** Longest start: on fully used cores loading the modules takes up to a minute. */
const START_MS = 120_000
const CHECK_MS = 1_000

/** V8's heap limit, and half-spaces in which the garbage of a chunk of rows is collected and never promoted. */
const V8 = ['--max-old-space-size=512', '--max-semi-space-size=16']

/**
 * A process of low priority in which a second HTTP server writes exports: they take seconds of CPU, which would block the event loop of the main
 * server. It is started by the first export and ends when there was none for a while. One that crashed, or is silent for a minute and then killed, is
 * replaced at the next export.
 */
export class ExportProcess {
  readonly #settings: ExportSettings
  readonly #idleMs: number
  readonly #silenceMs: number
  readonly #all = new Set<Running>()
  #current: Running | undefined
  #requests = 0
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(settings: ExportSettings, limits: { idleMs?: number; silenceMs?: number } = {}) {
    this.#settings = settings
    this.#idleMs = limits.idleMs ?? TIMING.workerIdleMs
    this.#silenceMs = limits.silenceMs ?? TIMING.workerSilenceMs
  }

  /** Ids of the processes that run: at most one, and those that are ending. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ child }) => child.pid ?? [])
  }

  /** Calls `run` when the process accepts requests, and keeps it running until `run` ends. Throws 503 if it cannot start. */
  async use<T>(run: (endpoint: ExportEndpoint) => Promise<T>): Promise<T> {
    if (this.#closed) throw restarting()
    clearTimeout(this.#idle)
    this.#requests += 1
    try {
      this.#current ??= this.#start()
      const { endpoint, ready, early } = this.#current
      const answered = endpoint
        .catch(() => {
          throw new Failure('unavailable', undefined, [], { 'Retry-After': '5' })
        })
        .then(run)
      if (!ready) early.add(answered)
      return await answered
    } finally {
      this.#requests -= 1
      if (this.#requests === 0) this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref()
    }
  }

  #start(): Running {
    const key = newToken()
    const child = forkBackground(this.#settings.program, 'the process of exports', {
      v8: V8,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const gone = Promise.withResolvers<void>()
    const ready = Promise.withResolvers<ExportEndpoint>()
    const running: Running = {
      child,
      endpoint: ready.promise,
      ready: false,
      early: new Set(),
      started: ready.promise.then(() => sleep(EARLY_MS, undefined, { ref: false })),
      gone: gone.promise,
      lastMessageAt: performance.now(),
    }
    const checking = setInterval(() => this.#checkSilence(running), CHECK_MS).unref()
    // Callers of `use` get the rejection of `endpoint`; these handlers only keep it from counting as unhandled.
    running.endpoint.catch(() => undefined)
    running.started.catch(() => undefined)
    child.on('message', (message: FromExports) => {
      running.lastMessageAt = performance.now()
      if (message === 'alive') return
      running.ready = true
      ready.resolve({ port: message.port, key })
    })
    const forget = () => {
      clearInterval(checking)
      ready.reject(new Error('the process of exports ended'))
      this.#all.delete(running)
      if (this.#current === running) this.#current = undefined
      gone.resolve()
    }
    child.once('exit', forget)
    // `exit` is not emitted if the program could not be started at all.
    child.on('error', (error) => {
      console.error('the process of exports:', error)
      if (child.pid === undefined) forget()
    })
    child.send({ ...this.#settings, key }, () => undefined)
    this.#all.add(running)
    return running
  }

  /** Kills a process that has sent no heartbeat for `#silenceMs`, or was not ready within `START_MS`; the next export starts another. */
  #checkSilence({ child, ready, lastMessageAt }: Running): void {
    if (performance.now() - lastMessageAt < (ready ? this.#silenceMs : START_MS)) return
    console.error('the process of exports did not answer and is replaced')
    child.kill('SIGKILL')
  }

  /** Makes the process refuse waiting and new requests and end when the running ones have. */
  #end(): void {
    const running = this.#current
    this.#current = undefined
    if (!running) return
    const close = () => {
      if (running.child.connected) running.child.send('close', () => undefined)
    }
    // With `close` sent at once, a starting process would refuse the requests for which it was started.
    if (running.early.size === 0) close()
    else void Promise.race([Promise.allSettled(running.early), running.started]).then(close, close)
  }

  /** The state of the process's server; null while it does not run or does not answer. */
  async state(): Promise<ServerState | null> {
    const running = this.#current
    if (!running) return null
    try {
      const { port, key } = await running.endpoint
      const answer = await fetch(`http://127.0.0.1:${port}${STATE_PATH}`, {
        headers: { [KEY_HEADER]: key },
        signal: AbortSignal.timeout(1_000),
      })
      return (await answer.json()) as ServerState
    } catch {
      return null
    }
  }

  /** Refuses waiting and new requests; running ones go on, also those for which the process still starts. Returns at once. */
  refuse(): void {
    this.#closed = true
    clearTimeout(this.#idle)
    this.#end()
  }

  /** Waits for running exports. */
  async close(): Promise<void> {
    this.refuse()
    await Promise.all([...this.#all].map(({ gone }) => gone))
  }

  /** Kills the process without waiting; running downloads break off. */
  cut(): void {
    // Reset at once: the port refuses connections while the process ends, and the next request should start another.
    this.#current = undefined
    for (const { child } of this.#all) child.kill('SIGKILL')
  }
}
