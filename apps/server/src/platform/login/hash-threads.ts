import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Failure } from '../http/errors.ts'
import { turns } from '../turns.ts'

/** `memoryCost` in KiB. */
export interface HashParameters {
  memoryCost: number
  timeCost: number
  parallelism: number
}
/** What a thread is sent: a password to hash, or to compare with a stored hash. */
export type HashJob = { password: string } & ({ stored: string } | { parameters: HashParameters })
/** The hash, or whether the password is right. */
export type HashAnswer = { result: string | boolean } | { error: unknown }

class ThreadEnded extends Error {}

/**
 * Worker threads that hash passwords, below all else in priority: in libuv's threads, which have the server's, a few logins at once would
 * make every other request wait for a core. One on each core, started when first needed; none keeps the process running while it is idle.
 */
export class HashThreads {
  readonly #idle = new Set<Worker>()
  readonly #busy = new Set<Worker>()
  readonly #inTurn = turns(availableParallelism())

  get busy(): readonly Worker[] {
    return [...this.#busy]
  }

  /** Done once more if its thread ends in the midst of it. Throws 503 if that one ends too. */
  async run(job: HashJob): Promise<string | boolean> {
    const once = () => this.#inTurn(() => this.#run(job))
    const ended = (error: unknown) => {
      if (error instanceof ThreadEnded) return
      throw error
    }
    const result = (await once().catch(ended)) ?? (await once().catch(ended))
    if (result === undefined) throw new Failure('unavailable', undefined, [], { 'Retry-After': '5' })
    return result
  }

  async #run(job: HashJob): Promise<string | boolean> {
    const [worker = this.#start()] = this.#idle
    this.#idle.delete(worker)
    this.#busy.add(worker)
    worker.ref()
    const answer = Promise.withResolvers<HashAnswer>()
    const onExit = () => answer.reject(new ThreadEnded())
    worker.once('message', answer.resolve).once('exit', onExit)
    try {
      worker.postMessage(job)
      const answered = await answer.promise
      this.#idle.add(worker)
      if ('error' in answered) throw answered.error
      return answered.result
    } finally {
      this.#busy.delete(worker)
      worker.unref()
      worker.off('message', answer.resolve).off('exit', onExit)
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { execArgv: [] })
    worker.on('error', (error) => console.error('a thread that hashes passwords ended:', error))
    worker.once('exit', () => this.#idle.delete(worker))
    return worker
  }
}
