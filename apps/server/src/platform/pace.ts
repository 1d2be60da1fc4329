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
    // A moment without pending bytes stops the count and does not begin it anew: of a slow reader the buffers empty in bursts.
    if (still && pending) waited += every
    pending = still
    if (waited < paceWindowMs) return
    const taken = takenBy(raw)
    if (taken - before < (paceBytes * paceWindowMs) / 1000) return void raw.destroy()
    waited = 0
    before = taken
  }, every)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

/** Bytes that the reader's side of the connection has accepted. */
const takenBy = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0
