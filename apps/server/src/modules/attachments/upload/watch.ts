import type { IncomingMessage } from 'node:http'
import type { UploadBounds } from './slots.ts'

export interface Watch {
  /** Call once token and key were received. */
  known(): void
  /** Call once the body was read. */
  stop(): void
}

/** Closes the connection of a sender without a token in time, or that stops sending, so that its slot becomes free. */
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
