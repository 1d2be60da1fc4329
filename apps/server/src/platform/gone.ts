import type { FastifyReply } from 'fastify'

/** Aborts when the caller goes away before the answer is finished. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const onClose = () => {
    if (!raw.writableFinished) gone.abort()
  }
  // `close` comes once: who went away during an earlier wait is only seen by the state.
  if (raw.closed || raw.destroyed) onClose()
  else raw.once('close', onClose)
  return gone.signal
}
