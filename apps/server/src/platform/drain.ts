import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Makes `close()` wait for answers and for nothing else. Node would also wait for connections that a browser opened in advance and said
 * nothing on, and for those that are kept alive after the last answer.
 */
export function drainOnClose(http: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let closing = false
  http.server.on('connection', (socket) => {
    // Between here and the end of listening some still come in, and would be waited for.
    if (closing) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  http.addHook('preClose', async () => {
    closing = true
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
  http.addHook('onResponse', async (request) => {
    // What is written still goes out. The sockets of `inject` are none of these.
    if (closing && sockets.has(request.raw.socket)) request.raw.socket.destroySoon()
  })
}
