import { once } from 'node:events'
import { bytesOf, openSocket } from './cut.ts'
import type { Caller, TestApp } from './harness.ts'

/** An import or a check as the page asks for it, on a connection of its own. */
export interface Stream {
  /** What came so far, head and all. */
  text(): string
  /** Waits for its end; answers all that came. */
  end(): Promise<string>
  /** Goes away without a good-bye. */
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
