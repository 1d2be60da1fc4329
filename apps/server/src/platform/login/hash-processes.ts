import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Failure } from '../http/errors.ts'
import { turns } from '../turns.ts'

const PROGRAM = fileURLToPath(new URL('./hash-process.ts', import.meta.url))

/** `memoryCost` in KiB. */
export interface HashParameters {
  memoryCost: number
  timeCost: number
  parallelism: number
}
/** What a process is sent: a password to hash, or to compare with a stored hash. */
export type HashJob = { password: string } & ({ stored: string } | { parameters: HashParameters })
/** The hash, or whether the password is right. */
export type HashAnswer = { result: string | boolean } | { error: unknown }

class ProcessEnded extends Error {}

/**
 * Hashes passwords in processes of low priority, one on each core: in libuv's threads, which have the server's priority, a few logins would make
 * every other request wait for a core, and the 64 MiB that each hash maps and unmaps lock the memory map of the whole process. They are
 * started when first needed, end with the server, and do not keep it running.
 */
export class HashProcesses {
  readonly #idle = new Set<ChildProcess>()
  readonly #busy = new Set<ChildProcess>()
  readonly #inTurn = turns(availableParallelism())

  get busy(): readonly ChildProcess[] {
    return [...this.#busy]
  }

  /** Runs a job in a process; once more if the process ends during it. Throws 503 if the second one ends too. */
  async run(job: HashJob): Promise<string | boolean> {
    const once = () => this.#inTurn(() => this.#run(job))
    const ended = (error: unknown) => {
      if (error instanceof ProcessEnded) return
      throw error
    }
    const result = (await once().catch(ended)) ?? (await once().catch(ended))
    if (result === undefined) throw new Failure('unavailable', undefined, [], { 'Retry-After': '5' })
    return result
  }

  async #run(job: HashJob): Promise<string | boolean> {
    const [child = this.#start()] = this.#idle
    this.#idle.delete(child)
    this.#busy.add(child)
    child.ref()
    child.channel?.ref()
    const answer = Promise.withResolvers<HashAnswer>()
    const onExit = () => answer.reject(new ProcessEnded())
    child.once('message', answer.resolve).once('exit', onExit)
    try {
      child.send(job)
      const answered = await answer.promise
      this.#idle.add(child)
      if ('error' in answered) throw answered.error
      return answered.result
    } finally {
      this.#busy.delete(child)
      child.unref()
      child.channel?.unref()
      child.off('message', answer.resolve).off('exit', onExit)
    }
  }

  #start(): ChildProcess {
    // Detached: a session of its own has its own autogroup priority. The process ends when its IPC channel closes with the server.
    const child = fork(PROGRAM, { execArgv: [], serialization: 'advanced', detached: true })
    child.on('error', (error) => console.error('a process that hashes passwords:', error))
    child.once('exit', () => this.#idle.delete(child))
    return child
  }
}
