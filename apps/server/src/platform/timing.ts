/** Time limits; tests shorten them. */
export interface Timing {
  /** Interval of comments on a progress stream, as proxies close connections that are silent for a minute. */
  heartbeatMs: number
  /** Longest wait for an export slot; less than the page's timeout of 10 s. */
  exportWaitMs: number
  /** Longest wait for the slot of a failed-rows download, which cannot show that it waits. */
  failedRowsWaitMs: number
  /**
   * A download is closed when bytes have waited for its reader for `paceWindowMs` in all and fewer than `paceBytes` per second were read. A line
   * of 1 Mbit/s reads 125,000. The download's snapshot holds back vacuum: at most 27 minutes for 100 MB.
   */
  paceWindowMs: number
  paceBytes: number
  /** A worker process without a heartbeat for this long is killed: its event loop is blocked. */
  workerSilenceMs: number
  /** How long an aborted worker may take to stop before it is killed. */
  workerAbortMs: number
  /** A process for spreadsheets or exports, which takes 100 MB, is ended after this time without a job. */
  workerIdleMs: number
  /** One request to the provider that verifies invoices, its body included. */
  verifyTryMs: number
  /** Pause before the second request to that provider; doubled before the third. */
  verifyBackoffMs: number
  /** All tries: less than the page's timeout of 10 s. */
  verifyTotalMs: number
  /** A write, from its arrival to its COMMIT; less than the page's timeout of 10 s. Routes for which the page waits longer have their own limit. */
  writeMs: number
  /** One wait for a lock in a write. */
  lockMs: number
  /** One wait for a lock in an import, which may wait for another import of the same file. */
  importLockMs: number
  /** A server's statement without an answer for this long is cancelled, and its connection closed. */
  silenceMs: number
  /** `silenceMs` of the statements that take running numbers: a transaction waits for them while it holds its own connection. */
  numbersMs: number
  /** Interval of the pings on the connection that receives changes; if one has no answer by the next, the connection is dead. */
  pingMs: number
  /** A call of a payment provider, all of its requests: less than the page's timeout of 10 s. */
  payMs: number
}

export const TIMING: Timing = {
  heartbeatMs: 15_000,
  exportWaitMs: 8_000,
  failedRowsWaitMs: 45_000,
  paceWindowMs: 60_000,
  paceBytes: 64 * 1024,
  workerSilenceMs: 60_000,
  workerAbortMs: 5_000,
  workerIdleMs: 2 * 60_000,
  verifyTryMs: 3_000,
  verifyBackoffMs: 300,
  verifyTotalMs: 8_000,
  writeMs: 8_500,
  lockMs: 6_000,
  importLockMs: 5 * 60_000,
  silenceMs: 60_000,
  numbersMs: 5_000,
  pingMs: 30_000,
  payMs: 8_000,
}
