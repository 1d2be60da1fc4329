import type { IncomingMessage } from 'node:http'
import type { UploadBounds } from './slots.ts'

export interface Watch {
  /** Token and key are there. */
  known(): void
  /** Everything was read. */
  stop(): void
}

/** Cuts a sender off who does not say in time who it is, or stops sending: its slot is somebody else's then. */
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
