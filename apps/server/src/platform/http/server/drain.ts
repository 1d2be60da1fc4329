import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a new connection may be silent while the server stops: a proxy sends its request shortly after it connects. */
const SILENT_MS = 500

/**
 * Makes `close()` wait for running requests only. Node would also wait for connections that a browser opened in advance, and for keep-alive
 * connections after their last answer.
 */
export function drainOnClose(http: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let closing = false
  const endSilent = (socket: Socket) =>
    setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, SILENT_MS)
  http.server.on('connection', (socket) => {
    // Connections that arrive before the server stops listening would be waited for.
    if (closing) endSilent(socket)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  http.addHook('preClose', async () => {
    closing = true
    for (const socket of sockets) if (socket.bytesRead === 0) endSilent(socket)
  })
  http.addHook('onResponse', async (request) => {
    // `destroySoon` still flushes what was written. Sockets of `inject` are not in the set.
    if (closing && sockets.has(request.raw.socket)) request.raw.socket.destroySoon()
  })
}
