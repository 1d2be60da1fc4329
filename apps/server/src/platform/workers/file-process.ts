import { setTimeout as sleep } from 'node:timers/promises'
import { SheetError } from '@pianzhang/xlsx'
import { readConfig } from '../config.ts'
import type { FileJob } from '../files/file-jobs.ts'
import { inSteps } from '../files/import-stream.ts'
import { Failure } from '../http/errors.ts'
import { errorForLog } from '../http/log-error.ts'
import { openServices } from '../open-services.ts'
import { beBackgroundProcess } from './background-process.ts'
import { ALIVE_MS, type FromWorker, type ToWorker, type WireError, type WorkerSettings } from './file-wire.ts'

// The program of the processes that file-processes.ts starts: one job at a time, received and answered over the IPC channel.

/** How long an import's answer waits at most for its change notice to be sent. */
const NOTICES_MS = 1_000

/** `acknowledge` and `refuse` settle the promise of the chunk that the parent has not acknowledged. */
let running:
  | { abort: AbortController; acknowledge?: () => void; refuse?: (reason: unknown) => void }
  | undefined

// With a callback a failed send is no `error` event: when the parent has gone, `disconnect` ends this process.
const tell = (message: FromWorker) => void process.send?.(message, () => undefined)

await beBackgroundProcess()
const settings = await new Promise<WorkerSettings>((resolve) => process.once('message', resolve))
const config = readConfig(process.env, settings.dataDir)
const { services } = await openServices({ ...settings, config, connections: 2, limited: true })

process.on('message', (message: ToWorker) => {
  if ('job' in message) void run(message)
  else if ('ack' in message) running?.acknowledge?.()
  else {
    running?.abort.abort()
    running?.refuse?.(running.abort.signal.reason)
  }
})
setInterval(() => tell({ alive: true }), ALIVE_MS).unref()
tell({ ready: true })

async function run({ job, source, input }: Extract<ToWorker, { job: string }>): Promise<void> {
  const abort = new AbortController()
  running = { abort }
  try {
    const { JOBS }: { JOBS: readonly FileJob<never, unknown>[] } = await import(source)
    const found = JOBS.find(({ name }) => name === job)
    if (!found) throw new Error(`no job ${job} in ${source}`)
    const result = await found.run(services, input as never, {
      report: inSteps((done, total) => tell({ done, total })),
      emit,
      signal: abort.signal,
    })
    // The parent may end this process once it has the result, and change notices that were not sent yet would be lost.
    await Promise.race([services.notices.sent(), sleep(NOTICES_MS)])
    tell({ result })
  } catch (error) {
    tell({ error: onTheWire(error as Error) })
  } finally {
    running = undefined
  }
}

/** Sends one chunk and waits until the parent has passed it on (backpressure). */
function emit(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    running?.abort.signal.throwIfAborted()
    Object.assign(running ?? {}, { acknowledge: resolve, refuse: reject })
    tell({ bytes })
  })
}

/** A Failure with its fields; of any other error what the log keeps. */
function onTheWire(error: Error): WireError {
  if (error instanceof Failure) {
    const { reason, message, errors, headers } = error
    return { failure: reason, message, errors, headers }
  }
  if (error instanceof SheetError || error.name === 'AbortError') return { aborted: true }
  return { fault: errorForLog(error) }
}
