import type { FailureName, FieldError } from '@pianzhang/contract/errors'
import type { LoggedError } from '../http/log-error.ts'

/** What a process that reads files needs to open the same services as the server; it reads its configuration from the same environment. */
export interface WorkerSettings {
  dataDir: string
  databaseUrl: string
  directUrl: string
}

/** To the process: first its settings, then one job at a time. */
export type ToWorker =
  | { job: string; source: string; input: unknown }
  /** Acknowledges `bytes`: the process sends the next chunk only after this (backpressure). */
  | { ack: true }
  | { abort: true }

export type FromWorker =
  | { ready: true }
  /** Heartbeat, sent by a timer: shows that the event loop is not blocked. */
  | { alive: true }
  | { done: number; total: number }
  | { bytes: Uint8Array }
  | { result: unknown }
  | { error: WireError }

/** What a job threw: a failure for the caller, an abort, or an unexpected error as the log keeps it. */
export type WireError =
  | { failure: FailureName; message: string; errors: FieldError[]; headers: Record<string, string> }
  | { aborted: true }
  | { fault: LoggedError }

export const ALIVE_MS = 2_000
