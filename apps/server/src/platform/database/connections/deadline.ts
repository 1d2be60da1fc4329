import type { KyselyPlugin } from 'kysely'

/** The limits of a request's transaction: nothing may be written after the caller has given up. */
export interface Bounds {
  /** Time for all tries together. */
  ms: number
  /** Aborts when the caller disconnects. */
  gone: AbortSignal
  /** Called when the transaction's last statement has ended, which may be up to `silenceMs` after its caller got the 503. */
  onEnd(): void
}

/** A transaction that took too long, and was or will be rolled back. */
export class OutOfTime extends Error {}

/** The time limit of a transaction: once it has passed no further statement is sent, above all no COMMIT. */
export class Deadline implements KyselyPlugin {
  readonly #passed = Promise.withResolvers<never>()
  #reason: Error | undefined
  #committing = false
  readonly #stop: () => void

  constructor({ ms, gone }: Bounds) {
    const pass = (reason: Error) => {
      this.#reason ??= reason
      // Once COMMIT was sent, its answer is waited for: nothing else tells whether the write took place.
      if (!this.#committing) this.#passed.reject(this.#reason)
    }
    const onGone = () => pass(new OutOfTime('the caller disconnected'))
    const timer = setTimeout(() => pass(new OutOfTime(`no commit within ${Math.round(ms)} ms`)), ms)
    gone.addEventListener('abort', onGone, { once: true })
    if (gone.aborted) onGone()
    this.#stop = () => {
      clearTimeout(timer)
      gone.removeEventListener('abort', onGone)
    }
    this.#passed.promise.catch(() => undefined)
  }

  /** Resolves with `run`, or rejects when the time has passed; `run` then goes on until its statement ends. */
  async race<T>(run: Promise<T>): Promise<T> {
    try {
      return await Promise.race([run, this.#passed.promise])
    } finally {
      this.#stop()
    }
  }

  check(): void {
    if (this.#reason) throw this.#reason
  }

  begin(): void {
    this.#committing = false
    this.check()
  }

  commit(): void {
    this.check()
    this.#committing = true
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.check()
    return node
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}
