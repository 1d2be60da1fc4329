/** How long who waits for what; tests shorten it. */
export interface Timing {
  /** A comment goes out on a stream of progress so often: proxies cut what is silent for a minute. */
  heartbeatMs: number
  /** The longest wait for an export's slot; a person waits 10 s for an answer. */
  exportWaitMs: number
  /** The longest wait for the slot of a failed-rows download, which cannot say that it waits. */
  failedRowsWaitMs: number
  /**
   * A download ends when bytes have waited for its reader for `paceWindowMs` and the reader took fewer than `paceBytes` a second of them. An
   * honest line of 1 Mbit/s takes 125,000. A snapshot holds back vacuum as long: 100 MB at 64 KB/s take 27 minutes.
   */
  paceWindowMs: number
  paceBytes: number
  /** A worker process that gives no sign of life for so long has lost itself in a file. */
  workerSilenceMs: number
  /** An aborted worker may take so long to come to rest; then it is ended. */
  workerAbortMs: number
  /** A worker that is kept ready takes 100 MB: after so long without a job it ends. */
  workerIdleMs: number
}

export const TIMING: Timing = {
  heartbeatMs: 15_000,
  exportWaitMs: 8_000,
  failedRowsWaitMs: 45_000,
  paceWindowMs: 60_000,
  paceBytes: 64 * 1024,
  workerSilenceMs: 60_000,
  workerAbortMs: 5_000,
  workerIdleMs: 10 * 60_000,
}
