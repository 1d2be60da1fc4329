import { once } from 'node:events'
import { bytesOf, openSocket } from './cut.ts'
import type { Caller, TestApp } from './harness.ts'

/** An import or a check with `Accept: text/event-stream`, as the page sends it, on a connection of its own. */
export interface Stream {
  /** Everything received so far, including the HTTP head. */
  text(): string
  /** Waits until the connection closes; returns everything received. */
  end(): Promise<string>
  /** Resets the connection (RST). */
  leave(): void
}

export async function openStream(
  app: TestApp,
  who: Caller,
  path: string,
  attachment_code: string,
): Promise<Stream> {
  const address = await app.listen()
  const socket = await openSocket(address)
  const headers = {
    authorization: `Bearer ${who.token}`,
    'x-project': who.project ?? '',
    'content-type': 'application/json',
    accept: 'text/event-stream',
    connection: 'close',
  }
  const body = Buffer.from(JSON.stringify({ attachment_code }))
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const closed = once(socket, 'close')
  socket.write(bytesOf(address, { method: 'POST', path: `/api/manager${path}`, headers, body }))
  return {
    text: () => text,
    end: async () => {
      await closed
      return text
    },
    leave: () => socket.resetAndDestroy(),
  }
}
