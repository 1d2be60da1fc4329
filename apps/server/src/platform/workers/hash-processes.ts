import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { limited } from '../concurrency.ts'
import { Failure } from '../http/errors.ts'
import type { HashParameters } from '../login/argon2.ts'
import { forkBackground } from './priority.ts'

const PROGRAM = fileURLToPath(new URL('./hash-process.ts', import.meta.url))
/** How long a process waits for the next job before it is ended. */
const IDLE_MS = 60_000
/** Longest job: a hash takes 0.1 s of CPU. A login's transaction waits for it, so a process that does not answer is killed. */
const JOB_MS = 20_000
/**
 * Settings of glibc's malloc (GLIBC_TUNABLES) with which the 64 MiB of a hash stay in the heap, in huge pages, and serve the next hash. By default
 * malloc maps and unmaps them each time: that takes a third of the hash's time, and on a virtual machine whose kernel reports freed memory to the
 * host (free page reporting) all processes stall for 0.1–0.2 s now and then (docs/performance.md). Other C libraries ignore these settings.
 */
const KEEP_MEMORY = [
  'glibc.malloc.mmap_max=0',
  `glibc.malloc.trim_threshold=${2 ** 30}`,
  'glibc.malloc.hugetlb=1',
].join(':')

/** What Node itself reads. */
const ENVIRONMENT = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'PATH', 'TZ'] as const

/** What a process is sent: a password to hash, or to compare with a stored hash. */
export type HashJob = { password: string } & ({ stored: string } | { parameters: HashParameters })
/** The hash, or whether the password is right. */
export type HashAnswer = { result: string | boolean } | { error: unknown }

class ProcessEnded extends Error {}

/**
 * Hashes passwords in processes of low priority, one on each core: in libuv's threads, which have the server's priority, a few logins would make
 * every other request wait for a core. They are started when needed, end after a minute without a job or with the server, and do not
 * keep it running.
 */
export class HashProcesses {
  /** Idle processes, each with the timer that ends it; the most recently used is last. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #busy = new Set<ChildProcess>()
  readonly #inTurn = limited(availableParallelism())

  get busy(): readonly ChildProcess[] {
    return [...this.#busy]
  }

  get idle(): readonly ChildProcess[] {
    return [...this.#idle.keys()]
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
    // The most recently used process, so that processes of a peak of logins stay idle and end.
    const child = this.idle.at(-1) ?? this.#start()
    this.#leaveIdle(child)
    this.#busy.add(child)
    child.ref()
    child.channel?.ref()
    const answer = Promise.withResolvers<HashAnswer>()
    const onEnd = () => answer.reject(new ProcessEnded())
    // A process that could not be started has no exit, only an error.
    child.once('message', answer.resolve).once('exit', onEnd).once('error', onEnd)
    const limit = setTimeout(() => {
      child.kill('SIGKILL')
      onEnd()
    }, JOB_MS)
    try {
      child.send(job)
      const answered = await answer.promise
      this.#idle.set(child, setTimeout(() => this.#end(child), IDLE_MS).unref())
      if ('error' in answered) throw answered.error
      return answered.result
    } finally {
      clearTimeout(limit)
      this.#busy.delete(child)
      child.unref()
      child.channel?.unref()
      child.off('message', answer.resolve).off('exit', onEnd).off('error', onEnd)
    }
  }

  #leaveIdle(child: ChildProcess): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
  }

  /** Ends an idle process, which frees its memory. It is removed from `#idle` at once, so that a process that is ending gets no job. */
  #end(child: ChildProcess): void {
    this.#leaveIdle(child)
    child.disconnect()
  }

  #start(): ChildProcess {
    const child = forkBackground(PROGRAM, 'a process that hashes passwords', {
      // Without the server's secrets, which it does not need.
      env: {
        ...Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
        GLIBC_TUNABLES: [process.env.GLIBC_TUNABLES, KEEP_MEMORY].filter(Boolean).join(':'),
      },
    })
    child.on('error', (error) => console.error('a process that hashes passwords:', error))
    child.once('exit', () => this.#leaveIdle(child))
    return child
  }
}
