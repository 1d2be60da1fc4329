import type { IncomingMessage } from 'node:http'
import type { UploadBounds } from './slots.ts'

export interface Watch {
  /** Call once the token is verified. */
  known(): void
  /** Call once the body was read. */
  stop(): void
}

/** Closes the connection of a sender that sends no valid token in time or stops sending, so that its upload slot becomes free. */
export function watchSender(
  request: IncomingMessage,
  { tokenMs, stallMs }: Pick<UploadBounds, 'tokenMs' | 'stallMs'>,
): Watch {
  const cutOff = () => request.destroy()
  let timer: NodeJS.Timeout = setTimeout(cutOff, tokenMs)
  return {
    known: () => {
      clearTimeout(timer)
      let read = request.socket.bytesRead
      timer = setInterval(() => {
        if (request.socket.bytesRead === read) cutOff()
        read = request.socket.bytesRead
      }, stallMs)
    },
    stop: () => clearTimeout(timer),
  }
}
