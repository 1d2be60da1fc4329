import type { ServerResponse } from 'node:http'
import type { Timing } from './timing.ts'

const LOOKS = 12

/**
 * Destroys an answer whose reader takes it too slowly, or not at all. Time counts only while bytes wait for the reader: where the
 * rows themselves are slow to come, nothing waits. The pace is that of a window, so a quick beginning buys no slow rest.
 */
export function keepPace(raw: ServerResponse, { paceWindowMs, paceBytes }: Timing): void {
  // Of a reader who has gone, `close` came already.
  if (raw.closed || raw.destroyed) return
  let waited = 0
  let pending = false
  let before = takenBy(raw)
  const every = paceWindowMs / LOOKS
  const timer = setInterval(() => {
    const still = raw.writableLength > 0
    waited = still && pending ? waited + every : 0
    pending = still
    if (waited === 0) before = takenBy(raw)
    if (waited < paceWindowMs) return
    if (takenBy(raw) - before < (paceBytes * paceWindowMs) / 1000) return void raw.destroy()
    waited = 0
  }, every)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

/** Bytes that the reader's side of the connection has accepted. */
const takenBy = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0
