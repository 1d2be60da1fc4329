import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { newToken } from '../platform/codes.ts'
import { Failure, restarting } from '../platform/http/errors.ts'
import type { ServerState } from '../platform/watch/state.ts'

/** What the thread needs to build the same server; its configuration it reads from the same environment. */
export interface BulkSettings {
  dataDir: string
  databaseUrl: string
  directUrl: string
  log: boolean
}

/** Path at which the thread's server answers its `ServerState`. */
export const STATE_PATH = '/state'
export const KEY_HEADER = 'x-pianzhang-bulk'

export interface BulkEndpoint {
  port: number
  /** Sent in `KEY_HEADER`; requests without it are refused, as the port is open to every program on this machine. */
  key: string
}

const HEAP_MB = 512
/** Young generation: large enough that the garbage of a chunk of rows is collected there and never promoted. */
const YOUNG_MB = 64

/**
 * A worker thread in which a second HTTP server writes exports: they take seconds of CPU, which would block the event loop of the main
 * server. After a crash the thread is started again by the next export.
 */
export class BulkThread {
  readonly #settings: BulkSettings
  #running: { worker: Worker; endpoint: Promise<BulkEndpoint> } | undefined
  #closed = false

  constructor(settings: BulkSettings) {
    this.#settings = settings
  }

  /** Resolves when the thread accepts requests. Throws 503 if it cannot start. */
  async endpoint(): Promise<BulkEndpoint> {
    if (this.#closed) throw restarting()
    this.#running ??= this.#start()
    return await this.#running.endpoint.catch(() => {
      throw new Failure('unavailable', undefined, [], { 'Retry-After': '5' })
    })
  }

  #start() {
    const key = newToken()
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...this.#settings, key },
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
      execArgv: [],
    })
    const startFailed = new AbortController()
    const running = {
      worker,
      endpoint: once(worker, 'message', { signal: startFailed.signal }).then(([port]: number[]) => ({
        port: port ?? 0,
        key,
      })),
    }
    // Callers of `endpoint()` get the rejection; this handler only keeps it from counting as unhandled.
    running.endpoint.catch(() => undefined)
    const forget = () => {
      startFailed.abort()
      if (this.#running === running) this.#running = undefined
    }
    worker.on('error', (error) => {
      console.error('the thread of exports ended:', error)
      forget()
    })
    worker.once('exit', forget)
    return running
  }

  /** The state of the thread's server; null while it does not run or does not answer. */
  async state(): Promise<ServerState | null> {
    const running = this.#running
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

  /** Makes the thread refuse waiting and new requests and end when the running ones have. Returns at once. */
  refuse(): void {
    this.#closed = true
    this.#running?.worker.postMessage('close')
  }

  /** Waits for running exports. */
  async close(): Promise<void> {
    const running = this.#running
    const ended = running && once(running.worker, 'exit')
    this.refuse()
    await ended
  }

  /** Terminates the thread without waiting; running downloads break off. */
  cut(): void {
    const running = this.#running
    // Reset at once: the port refuses connections while the thread ends, and the next request should start another.
    this.#running = undefined
    void running?.worker.terminate()
  }
}
