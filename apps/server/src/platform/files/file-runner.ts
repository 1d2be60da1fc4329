import type { Report } from './import-stream.ts'

/** What a running job reports to, and the signal that aborts it. */
export interface FileTask {
  report: Report
  /** Sends bytes to the caller; resolves when there is room for more. */
  emit(bytes: Buffer): Promise<void>
  signal: AbortSignal
}

/** Names a job to a child process: see `FileJob`. */
export interface FileJobName {
  name: string
  source: string
}

/** Runs jobs in a child process. Throws the job's `Failure`; other errors without their details. */
export interface FileRunner {
  run(job: FileJobName, input: unknown, task: FileTask): Promise<unknown>
}
