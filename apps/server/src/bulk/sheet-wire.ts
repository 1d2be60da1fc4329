import type { FailureName, FieldError } from '@pianzhang/contract/errors'
import type { LoggedError } from '../platform/log-error.ts'

/** What a process for spreadsheets needs to open the same services as the server; its settings it reads from the same environment. */
export interface WorkerSettings {
  dataDir: string
  databaseUrl: string
  directUrl: string
}

/** To the process: first its settings, then one job at a time. */
export type ToWorker =
  | { job: string; input: unknown }
  /** The bytes were handed on. */
  | { taken: true }
  | { abort: true }

export type FromWorker =
  | { ready: true }
  /** Sent by a timer: its event loop goes round. */
  | { alive: true }
  | { done: number; total: number }
  | { bytes: Uint8Array }
  | { result: unknown }
  | { error: WireError }

/** What a job threw: words for the caller, the end of an abort, or a fault as the log keeps it. */
export type WireError =
  | { failure: FailureName; message: string; errors: FieldError[]; headers: Record<string, string> }
  | { aborted: true }
  | { fault: LoggedError }

export const ALIVE_MS = 2_000
