import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Failure, invalid } from '../platform/errors.ts'
import { ForeignFault } from '../platform/log-error.ts'
import type { SheetRunner, SheetTask } from '../platform/sheet-work.ts'
import { TIMING } from '../platform/timing.ts'
import type { FromWorker, ToWorker, WireError, WorkerSettings } from './sheet-wire.ts'

const PROGRAM = fileURLToPath(new URL('./sheet-worker.ts', import.meta.url))

export interface ProcessSettings extends WorkerSettings {
  /** Of JavaScript objects: V8 ends the process there. */
  heapMb?: number
  /** Of everything, Buffers too: looked at, and ended from outside. */
  residentMb?: number
  silenceMs?: number
  abortMs?: number
  idleMs?: number
}

const HEAP_MB = 512
/** The heap, the shared strings in memory, the program itself and the chunks of an import. */
const RESIDENT_MB = 800
/** One that has grown past this is ended after its job: what malloc has taken it does not give back. */
const REUSED_MB = 250
const LOOK_MS = 200

/** Why a process was ended from here. */
type Verdict = 'memory' | 'silence' | 'abort' | 'cut'

/**
 * Processes that read spreadsheets, each one file at a time: whatever a file does to its reader (a heap or Buffers that grow, a crash, an
 * endless loop), the server and other readers go on. A thread would not do: Buffers are outside of its `resourceLimits`, and an allocation that
 * leaps over its heap's limit ends the whole process. One process is kept ready until nobody
 * needed it for a while; a second ends after its job.
 */
export class SheetProcesses implements SheetRunner {
  readonly #settings: ProcessSettings
  readonly #all = new Set<SheetProcess>()
  #spare: SheetProcess | undefined
  #closed = false
  #idle: NodeJS.Timeout | undefined

  constructor(settings: ProcessSettings) {
    this.#settings = settings
  }

  /** Ids of the processes that run. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? [])
  }

  /** Starts the process that is kept ready; one that cannot start is told to who needs it. */
  prepare(): void {
    if (!this.#closed) this.#spare ??= this.#start()
  }

  async run(name: string, input: unknown, task: SheetTask): Promise<unknown> {
    if (this.#closed) throw unavailable()
    clearTimeout(this.#idle)
    const worker = this.#spare ?? this.#start()
    this.#spare = undefined
    try {
      return await worker.run(name, input, task)
    } finally {
      const reusable = worker.wasReady && !worker.ended && worker.residentMb < REUSED_MB
      if (reusable && !this.#spare && !this.#closed) this.#spare = worker
      else worker.end()
      // Where none can start, the next who needs one tries again.
      if (worker.wasReady && this.#all.size < 2) this.prepare()
      this.#idle = setTimeout(() => this.#endSpare(), this.#settings.idleMs ?? TIMING.workerIdleMs).unref()
    }
  }

  #endSpare(): void {
    const spare = this.#spare
    this.#spare = undefined
    spare?.end()
  }

  #start(): SheetProcess {
    const worker = new SheetProcess(this.#settings, () => {
      this.#all.delete(worker)
      if (this.#spare === worker) this.#spare = undefined
    })
    this.#all.add(worker)
    return worker
  }

  /** Waits for what still runs. */
  async close(): Promise<void> {
    this.#closed = true
    this.#endSpare()
    await Promise.all([...this.#all].map((worker) => worker.gone))
  }

  /** Waits for nothing: what runs there breaks off. */
  cut(): void {
    this.#closed = true
    for (const worker of this.#all) worker.kill('cut')
  }
}

/** One process, and the job it is at. */
class SheetProcess {
  readonly #settings: ProcessSettings
  readonly #child: ChildProcess
  readonly #ready: Promise<void>
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>
  wasReady = false
  #ended = false
  #verdict: Verdict | undefined
  #heard = performance.now()
  #hear: (message: FromWorker) => void = () => undefined

  constructor(settings: ProcessSettings, onEnd: () => void) {
    this.#settings = settings
    const { heapMb = HEAP_MB, dataDir, databaseUrl, directUrl } = settings
    this.#child = fork(PROGRAM, [], {
      execArgv: [`--max-old-space-size=${heapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const child = this.#child
    const ready = Promise.withResolvers<void>()
    this.#ready = ready.promise
    // Who waits for it is told.
    this.#ready.catch(() => undefined)
    this.gone = new Promise((resolve) => {
      const end = () => {
        this.#ended = true
        ready.reject(unavailable())
        onEnd()
        resolve()
      }
      child.once('exit', end)
      // `exit` does not come where the program could not be started at all.
      child.on('error', (error) => {
        console.error('a process for spreadsheets:', error)
        if (child.pid === undefined) end()
      })
    })
    child.on('message', (message: FromWorker) => {
      this.#heard = performance.now()
      if ('ready' in message) {
        this.wasReady = true
        ready.resolve()
      } else this.#hear(message)
    })
    child.send({ dataDir, databaseUrl, directUrl } satisfies WorkerSettings, () => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get ended(): boolean {
    return this.#ended || this.#verdict !== undefined
  }

  /** What it takes of the machine's memory; 0 where the system does not tell. */
  get residentMb(): number {
    try {
      const status = readFileSync(`/proc/${this.pid}/status`, 'latin1')
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
    } catch {
      // It has ended, or no handle is left to look with: neither may end the server, nor change an answer.
      return 0
    }
  }

  async run(job: string, input: unknown, { report, emit, signal }: SheetTask): Promise<unknown> {
    this.#heard = performance.now()
    // From its start on: one that hangs there is ended as well.
    const looking = setInterval(() => this.#look(), LOOK_MS)
    try {
      await Promise.race([this.#ready, aborted(signal)])
      return await this.#work(job, input, { report, emit, signal })
    } finally {
      clearInterval(looking)
    }
  }

  async #work(job: string, input: unknown, { report, emit, signal }: SheetTask): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#hear = (message) => {
      if ('done' in message) report(message.done, message.total)
      else if ('result' in message) resolve(message.result)
      else if ('error' in message) reject(thrown(message.error, signal))
      else if ('bytes' in message)
        // An emit that rejects is that of a caller who went away: the signal tells the process.
        emit(Buffer.from(message.bytes)).then(
          () => this.#send({ taken: true }),
          () => undefined,
        )
    }
    this.#heard = performance.now()
    let patience: NodeJS.Timeout | undefined
    const onAbort = () => {
      this.#send({ abort: true })
      patience = setTimeout(() => this.kill('abort'), this.#settings.abortMs ?? TIMING.workerAbortMs)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    let over = false
    void this.gone.then(() => over || reject(this.#whyItEnded(signal)))
    try {
      this.#send({ job, input })
      if (signal.aborted) onAbort()
      return await promise
    } finally {
      over = true
      clearTimeout(patience)
      signal.removeEventListener('abort', onAbort)
      this.#hear = () => undefined
    }
  }

  kill(verdict: Verdict): void {
    this.#verdict ??= verdict
    this.#child.kill('SIGKILL')
  }

  /** It ends by itself when it has no parent to talk to; one that hangs at its start does not. */
  end(): void {
    if (!this.wasReady) this.kill('cut')
    else if (this.#child.connected) this.#child.disconnect()
  }

  #send(message: ToWorker): void {
    // One that has ended is noticed by its end.
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #look(): void {
    const { residentMb = RESIDENT_MB, silenceMs = TIMING.workerSilenceMs } = this.#settings
    if (this.wasReady && this.residentMb > residentMb) this.kill('memory')
    else if (performance.now() - this.#heard > silenceMs) this.kill('silence')
  }

  #whyItEnded(signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    const { signalCode, exitCode } = this.#child
    console.error(
      `a process for spreadsheets ended in the midst of a file (${this.#verdict ?? signalCode ?? exitCode})`,
    )
    // V8 aborts at its heap's limit.
    if (this.#verdict === 'memory' || signalCode === 'SIGABRT' || exitCode === 134)
      return wrongFile('读取该文件所需的内存超过上限，请拆分后重新上传')
    if (this.#verdict === 'silence') return wrongFile('读取文件超时，请拆分后重新上传')
    return unavailable()
  }
}

const wrongFile = (message: string) => invalid([{ field: 'attachment_code', message }])
const unavailable = () => new Failure('unavailable', undefined, [], { 'Retry-After': '5' })

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function thrown(error: WireError, signal: AbortSignal): unknown {
  if ('aborted' in error) return signal.reason ?? new DOMException('the job was aborted', 'AbortError')
  if ('failure' in error) return new Failure(error.failure, error.message, error.errors, error.headers)
  // By its code the caller is told what it means, such as a full disk.
  const { code } = error.fault
  return Object.assign(new ForeignFault(error.fault), typeof code === 'string' && { code })
}
