import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What a request is, to be sent by hand. */
export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/** The bytes of a request. */
export function bytesOf(address: string, { method, path, headers, body }: RawRequest): Buffer {
  const lines = Object.entries({
    host: new URL(address).host,
    ...headers,
    ...(body && { 'content-length': String(body.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    body ?? Buffer.alloc(0),
  ])
}

/** A connection of one's own, which says nothing by itself. Its end by the other side is no error here. */
export async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  return socket
}

/** Reads at least `bytes`, or until the other side ends; answers how many came. */
export async function readSome(socket: Socket, bytes: number): Promise<number> {
  let read = 0
  return await new Promise((resolve) => {
    const done = () => {
      socket.off('data', take)
      socket.pause()
      resolve(read)
    }
    const take = (chunk: Buffer) => {
      read += chunk.length
      if (read >= bytes) done()
    }
    socket.on('data', take)
    socket.once('close', done)
    socket.resume()
  })
}

/** Reads at a pace of so many bytes a second, asked at each piece, until the other side ends; answers how many came. */
export async function readAt(socket: Socket, bytesPerSecond: () => number): Promise<number> {
  let read = 0
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), (chunk.length / bytesPerSecond()) * 1000)
  })
  socket.resume()
  await once(socket, 'close')
  return read
}
