import type { ServerResponse } from 'node:http'
import type { Timing } from '../timing.ts'

const SAMPLES_PER_WINDOW = 12

/**
 * Destroys an answer whose reader is too slow or has stopped. Only time in which bytes wait for the reader counts, so that slow rows are not
 * blamed on it. The rate is measured per window, so that a fast beginning does not allow a slow rest.
 */
export function keepPace(raw: ServerResponse, { paceWindowMs, paceBytes }: Timing): void {
  // If the reader has disconnected, `close` was emitted already.
  if (raw.closed || raw.destroyed) return
  let waited = 0
  let pending = false
  let before = acceptedBytes(raw)
  const every = paceWindowMs / SAMPLES_PER_WINDOW
  const timer = setInterval(() => {
    const nowPending = raw.writableLength > 0
    // A moment without pending bytes pauses the count but does not reset it: a slow reader's buffers empty in bursts.
    if (nowPending && pending) waited += every
    pending = nowPending
    if (waited < paceWindowMs) return
    const accepted = acceptedBytes(raw)
    if (accepted - before < (paceBytes * paceWindowMs) / 1000) return void raw.destroy()
    waited = 0
    before = accepted
  }, every)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

/** Bytes that the socket has passed to the kernel. */
const acceptedBytes = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0
