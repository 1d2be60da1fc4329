import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FileJobName, FileRunner, FileTask } from '../files/file-runner.ts'
import { Failure, invalid } from '../http/errors.ts'
import { errorForLog, ForeignFault } from '../http/log-error.ts'
import { TIMING } from '../timing.ts'
import type { FromWorker, ToWorker, WireError, WorkerSettings } from './file-wire.ts'
import { forkBackground } from './priority.ts'

const PROGRAM = fileURLToPath(new URL('./file-process.ts', import.meta.url))

export interface ProcessSettings extends WorkerSettings {
  /** V8's heap limit: V8 aborts the process there. */
  heapMb?: number
  /** Limit of the resident memory, which includes Buffers: polled, and the process killed by the server. */
  residentMb?: number
  silenceMs?: number
  abortMs?: number
  idleMs?: number
}

/** For pictures and originals of invoices: each takes some tens of milliseconds, and no process is kept for long. */
export const READERS = { silenceMs: 20_000, idleMs: 60_000 } as const

const HEAP_MB = 512
/** Room for the heap, the shared strings in memory, the program itself and the chunks of an import. */
const RESIDENT_MB = 800
/** A process above this is not reused: malloc does not return freed memory to the system. */
const REUSED_MB = 250
const CHECK_MS = 200

/** Why the server killed a process. */
type KillReason = 'memory' | 'silence' | 'abort' | 'cut'

/**
 * Child processes of low priority that read uploaded files, one at a time each: whatever a file does to its reader (heap or Buffers that grow, a crash, an
 * endless loop), the server and other readers go on. Not threads: `resourceLimits` do not count Buffers, and one allocation past a thread's
 * heap limit ends the whole process. One spare process is kept until it was idle for a while; a second ends after its job.
 */
export class FileProcesses implements FileRunner {
  readonly #settings: ProcessSettings
  readonly #all = new Set<FileProcess>()
  #spare: FileProcess | undefined
  #closed = false
  #idle: NodeJS.Timeout | undefined

  constructor(settings: ProcessSettings) {
    this.#settings = settings
  }

  /** Ids of the processes that run. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? [])
  }

  /** Starts the spare process; if it cannot start, the next job fails with 503. */
  prepare(): void {
    if (!this.#closed) this.#spare ??= this.#start()
  }

  async run(job: FileJobName, input: unknown, task: FileTask): Promise<unknown> {
    if (this.#closed) throw unavailable()
    clearTimeout(this.#idle)
    const worker = this.#spare ?? this.#start()
    this.#spare = undefined
    try {
      return await worker.run(job, input, task)
    } finally {
      const reusable = worker.wasReady && !worker.ended && worker.residentMb < REUSED_MB
      if (reusable && !this.#spare && !this.#closed) this.#spare = worker
      else worker.end()
      // Not after a failed start: the next job tries again.
      if (worker.wasReady && this.#all.size < 2) this.prepare()
      this.#idle = setTimeout(() => this.#endSpare(), this.#settings.idleMs ?? TIMING.workerIdleMs).unref()
    }
  }

  #endSpare(): void {
    const spare = this.#spare
    this.#spare = undefined
    spare?.end()
  }

  #start(): FileProcess {
    const worker = new FileProcess(this.#settings, () => {
      this.#all.delete(worker)
      if (this.#spare === worker) this.#spare = undefined
    })
    this.#all.add(worker)
    return worker
  }

  /** Waits for running jobs. */
  async close(): Promise<void> {
    this.#closed = true
    this.#endSpare()
    await Promise.all([...this.#all].map((worker) => worker.gone))
  }

  /** Kills all processes without waiting; running jobs fail. */
  cut(): void {
    this.#closed = true
    for (const worker of this.#all) worker.kill('cut')
  }
}

/** One process and the job it runs. */
class FileProcess {
  readonly #settings: ProcessSettings
  readonly #child: ChildProcess
  readonly #ready: Promise<void>
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>
  wasReady = false
  #ended = false
  #reason: KillReason | undefined
  #lastMessageAt = performance.now()
  #onMessage: (message: FromWorker) => void = () => undefined

  constructor(settings: ProcessSettings, onEnd: () => void) {
    this.#settings = settings
    const { heapMb = HEAP_MB, dataDir, databaseUrl, directUrl } = settings
    this.#child = forkBackground(PROGRAM, 'a process that reads files', {
      v8: [`--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const child = this.#child
    const ready = Promise.withResolvers<void>()
    this.#ready = ready.promise
    // Callers of `run` get the rejection; this handler only keeps it from counting as unhandled.
    this.#ready.catch(() => undefined)
    this.gone = new Promise((resolve) => {
      const end = () => {
        this.#ended = true
        ready.reject(unavailable())
        onEnd()
        resolve()
      }
      child.once('exit', end)
      // `exit` is not emitted if the program could not be started at all.
      child.on('error', (error) => {
        console.error('a process that reads files:', errorForLog(error))
        if (child.pid === undefined) end()
      })
    })
    child.on('message', (message: FromWorker) => {
      this.#lastMessageAt = performance.now()
      if ('ready' in message) {
        this.wasReady = true
        ready.resolve()
      } else this.#onMessage(message)
    })
    child.send({ dataDir, databaseUrl, directUrl } satisfies WorkerSettings, () => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get ended(): boolean {
    return this.#ended || this.#reason !== undefined
  }

  /** Resident memory; 0 where the system does not report it. */
  get residentMb(): number {
    try {
      const status = readFileSync(`/proc/${this.pid}/status`, 'latin1')
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
    } catch {
      // The process has ended, or no file handle is free: neither may fail the server or the answer.
      return 0
    }
  }

  async run(job: FileJobName, input: unknown, { report, emit, signal }: FileTask): Promise<unknown> {
    this.#lastMessageAt = performance.now()
    // Begins before the process is ready, so that one that hangs at its start is killed as well.
    const checking = setInterval(() => this.#checkLimits(), CHECK_MS)
    try {
      await Promise.race([this.#ready, aborted(signal)])
      return await this.#work(job, input, { report, emit, signal })
    } finally {
      clearInterval(checking)
    }
  }

  async #work(job: FileJobName, input: unknown, { report, emit, signal }: FileTask): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#onMessage = (message) => {
      if ('done' in message) report(message.done, message.total)
      else if ('result' in message) resolve(message.result)
      else if ('error' in message) reject(thrown(message.error, signal))
      else if ('bytes' in message)
        // `emit` rejects only when `signal` has aborted as well, which ends the job.
        emit(Buffer.from(message.bytes)).then(
          () => this.#send({ ack: true }),
          () => undefined,
        )
    }
    this.#lastMessageAt = performance.now()
    let patience: NodeJS.Timeout | undefined
    const onAbort = () => {
      this.#send({ abort: true })
      patience = setTimeout(() => this.kill('abort'), this.#settings.abortMs ?? TIMING.workerAbortMs)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    let settled = false
    void this.gone.then(() => settled || reject(this.#endError(signal)))
    try {
      this.#send({ job: job.name, source: job.source, input })
      if (signal.aborted) onAbort()
      return await promise
    } finally {
      settled = true
      clearTimeout(patience)
      signal.removeEventListener('abort', onAbort)
      this.#onMessage = () => undefined
    }
  }

  kill(reason: KillReason): void {
    this.#reason ??= reason
    this.#child.kill('SIGKILL')
  }

  /** A ready process exits when the channel to its parent closes; one that hangs at its start must be killed. */
  end(): void {
    if (!this.wasReady) this.kill('cut')
    else if (this.#child.connected) this.#child.disconnect()
  }

  #send(message: ToWorker): void {
    // A process that has ended is handled by `gone`.
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #checkLimits(): void {
    const { residentMb = RESIDENT_MB, silenceMs = TIMING.workerSilenceMs } = this.#settings
    if (this.wasReady && this.residentMb > residentMb) this.kill('memory')
    else if (performance.now() - this.#lastMessageAt > silenceMs) this.kill('silence')
  }

  #endError(signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    const { signalCode, exitCode } = this.#child
    console.error(
      `a process that reads files ended in the midst of one (${this.#reason ?? signalCode ?? exitCode})`,
    )
    // V8 aborts at its heap's limit.
    if (this.#reason === 'memory' || signalCode === 'SIGABRT' || exitCode === 134)
      return wrongFile('读取该文件所需的内存超过上限，请拆分后重新上传')
    if (this.#reason === 'silence') return wrongFile('读取文件超时，请拆分后重新上传')
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
  // The code (ENOSPC …) decides which failure the caller gets.
  const { code } = error.fault
  return Object.assign(new ForeignFault(error.fault), typeof code === 'string' && { code })
}
