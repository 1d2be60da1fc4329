import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { paymentSheet } from '../modules/cost-executions/sheet/ledger.ts'
import { receiptSheet } from '../modules/investment-executions/sheet/ledger.ts'
import { readConfig } from '../platform/config.ts'
import { Failure } from '../platform/errors.ts'
import { inSteps } from '../platform/import-stream.ts'
import { errorForLog } from '../platform/log-error.ts'
import { openServices } from '../platform/open-services.ts'
import { SheetError } from '../platform/sheet/errors.ts'
import { sheetJobs } from '../platform/sheet-import/jobs.ts'
import type { SheetJob } from '../platform/sheet-work.ts'
import {
  ALIVE_MS,
  type FromWorker,
  type ToWorker,
  type WireError,
  type WorkerSettings,
} from './sheet-wire.ts'

// A process of sheet-processes.ts: one job at a time, told and answered over the channel to its parent.

const JOBS: ReadonlyMap<string, SheetJob<never, unknown>> = new Map(
  [...sheetJobs(paymentSheet), ...sheetJobs(receiptSheet)].map((job) => [job.name, job]),
)

/** So long an import's answer waits for its notice to be sent, where the database answers slowly. */
const NOTICES_MS = 1_000

/** `taken` and `refused` settle the piece of bytes that is on its way. */
let running: { abort: AbortController; taken?: () => void; refused?: (reason: unknown) => void } | undefined

// Ctrl-C reaches the whole group: when this process ends is for its parent to say. Without a parent nobody takes the answer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
if (!process.connected) process.exit()

// Where memory is short the kernel ends this one first, and not the server. Elsewhere than on Linux there is no such file.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)

const tell = (message: FromWorker) => void process.send?.(message)
const settings = await new Promise<WorkerSettings>((resolve) => process.once('message', resolve))
const config = readConfig(process.env, settings.dataDir)
const { services } = await openServices({ ...settings, config, connections: 2 })

process.on('message', (message: ToWorker) => {
  if ('job' in message) void run(message)
  else if ('taken' in message) running?.taken?.()
  else {
    running?.abort.abort()
    running?.refused?.(running.abort.signal.reason)
  }
})
setInterval(() => tell({ alive: true }), ALIVE_MS).unref()
tell({ ready: true })

async function run({ job, input }: Extract<ToWorker, { job: string }>): Promise<void> {
  const abort = new AbortController()
  running = { abort }
  try {
    const found = JOBS.get(job)
    if (!found) throw new Error(`no job ${job}`)
    const result = await found.run(services, input as never, {
      report: inSteps((done, total) => tell({ done, total })),
      emit,
      signal: abort.signal,
    })
    // The parent may end this process once it has the result, and with it what was announced and not yet sent.
    await Promise.race([services.notices.sent(), sleep(NOTICES_MS)])
    tell({ result })
  } catch (error) {
    tell({ error: onTheWire(error as Error) })
  } finally {
    running = undefined
  }
}

/** One piece is on its way at a time: the parent takes the next when its reader has room. */
function emit(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    running?.abort.signal.throwIfAborted()
    Object.assign(running ?? {}, { taken: resolve, refused: reject })
    tell({ bytes })
  })
}

/** Failures as they are; of anything else what the parent's log keeps. */
function onTheWire(error: Error): WireError {
  if (error instanceof Failure) {
    const { reason, message, errors, headers } = error
    return { failure: reason, message, errors, headers }
  }
  if (error instanceof SheetError || error.name === 'AbortError') return { aborted: true }
  return { fault: errorForLog(error) }
}
