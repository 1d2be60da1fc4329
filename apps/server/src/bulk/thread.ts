import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { newToken } from '../platform/codes.ts'
import { Failure, restarting } from '../platform/errors.ts'

/** What the thread needs to be the same server once more; its settings it reads from the same environment. */
export interface BulkSettings {
  dataDir: string
  databaseUrl: string
  directUrl: string
  log: boolean
}

export const KEY_HEADER = 'x-pianzhang-bulk'

export interface BulkDoor {
  port: number
  /** Whoever does not send it is refused: the port is open to everybody on this machine. */
  key: string
}

const HEAP_MB = 512
/** Room for what is made and dropped with each chunk of rows: what outlives it is looked through much later. */
const YOUNG_MB = 64

/**
 * A thread with a second server, which writes exports: seconds of work. Everybody else's requests have the main thread to themselves. One
 * that ended is started again by the next who needs it.
 */
export class BulkThread {
  readonly #settings: BulkSettings
  #running: { worker: Worker; door: Promise<BulkDoor> } | undefined
  #closed = false

  constructor(settings: BulkSettings) {
    this.#settings = settings
  }

  /** Resolves when the thread takes requests. */
  async door(): Promise<BulkDoor> {
    if (this.#closed) throw restarting()
    this.#running ??= this.#start()
    return await this.#running.door.catch(() => {
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
    const over = new AbortController()
    const running = {
      worker,
      door: once(worker, 'message', { signal: over.signal }).then(([port]: number[]) => ({
        port: port ?? 0,
        key,
      })),
    }
    // Who waits for it is told.
    running.door.catch(() => undefined)
    const forget = () => {
      over.abort()
      if (this.#running === running) this.#running = undefined
    }
    worker.on('error', (error) => {
      console.error('the thread of exports ended:', error)
      forget()
    })
    worker.once('exit', forget)
    return running
  }

  /** The thread refuses who waits there and who comes, and ends after what runs. Returns at once. */
  refuse(): void {
    this.#closed = true
    this.#running?.worker.postMessage('close')
  }

  /** Waits for what still runs. */
  async close(): Promise<void> {
    const running = this.#running
    const ended = running && once(running.worker, 'exit')
    this.refuse()
    await ended
  }

  /** Waits for nothing: what runs there breaks off. */
  cut(): void {
    const running = this.#running
    // Forgotten at once: until it has ended its port refuses connections, and the next request shall start another.
    this.#running = undefined
    void running?.worker.terminate()
  }
}
