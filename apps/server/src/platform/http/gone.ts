import type { FastifyReply } from 'fastify'

/** A signal that aborts when the caller disconnects before the answer is finished. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const onClose = () => {
    if (!raw.writableFinished) gone.abort()
  }
  // `close` is emitted once: a caller who disconnected before this call is recognized by the state.
  if (raw.closed || raw.destroyed) onClose()
  else raw.once('close', onClose)
  return gone.signal
}
