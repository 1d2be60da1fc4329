import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request to be written to a socket. */
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

/** Opens a TCP connection. Errors of the socket are ignored: tests expect the server to close it. */
export async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  return socket
}

/** Collects what arrives on a socket: `heard` returns the text so far, `closed` whether the connection has ended. */
export function listenTo(socket: Socket): { heard(): string; closed(): boolean } {
  let text = ''
  let closed = false
  socket.on('data', (data) => {
    text += data.toString()
  })
  socket.once('close', () => {
    closed = true
  })
  return { heard: () => text, closed: () => closed }
}

/** Reads at least `bytes`, or until the connection closes; returns the number of bytes read. */
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

/** Reads with at most `bytesPerSecond()` (called for each chunk) until the connection closes; returns the number of bytes read. */
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
