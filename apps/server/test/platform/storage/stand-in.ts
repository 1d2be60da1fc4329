import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface KeptFile {
  content: Buffer
  storedAt: Date
}

/**
 * Faults of a stand-in. `broken`: 500; `silent`: no answer; `cut`: half of a download, then nothing; `reset`: half of one, then a
 * closed connection; `page`: 200 with a page, as the wrong server or a proxy answers; `moved`: a redirect to itself.
 */
export type Fault = 'broken' | 'silent' | 'cut' | 'reset' | 'page' | 'moved'

/** A storage of the tests on a loopback port, with a clock and faults of its own. */
export interface StandIn {
  address: string
  files: Map<string, KeptFile>
  /** How many requests came, and their paths. */
  requests: number
  paths: (string | undefined)[]
  fault: Fault | null
  /** To how many of the next requests the fault applies; null: to all. */
  faults: number | null
  /** Awaited before each answer; tests hold requests with it. */
  gate: ((request: IncomingMessage) => Promise<unknown>) | null
  /** Files of one page of a list: two, so that lists have several pages. */
  pageSize: number
  /** Ignores conditions such as `If-None-Match`, as some storages do. */
  unconditional: boolean
  /** Added to its clock. */
  clockMs: number
  now(): number
  keep(key: string, content: Buffer): void
  /** Answers with a file, or a part of it. */
  send(file: KeptFile, request: IncomingMessage, response: ServerResponse): ServerResponse
  close(): Promise<void>
}

/** The content's entity tag, as every storage answers one. */
export const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

type Answer = (standIn: StandIn, request: IncomingMessage, response: ServerResponse) => Promise<unknown>

export async function startStandIn(answer: Answer): Promise<StandIn> {
  const server = createServer((request, response) => {
    // CORS of the bucket, as docs/运维/配置.md tells the operator to set it.
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'Access-Control-Allow-Methods': 'POST' }).end()
      return
    }
    standIn.requests += 1
    standIn.paths.push(request.url)
    const fault = faultOf(standIn)
    if (fault === 'silent') return
    if (fault === 'broken') {
      response.writeHead(500).end()
      return
    }
    if (fault === 'page') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><body>Sign in</body></html>')
      return
    }
    if (fault === 'moved') {
      response.writeHead(307, { Location: `${standIn.address}/elsewhere` }).end()
      return
    }
    const passed = standIn.gate?.(request) ?? Promise.resolve()
    passed
      .then(() => answer(standIn, request, response))
      .catch((error: unknown) => {
        console.error('a stand-in:', error)
        response.writeHead(500).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: StandIn = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: new Map(),
    requests: 0,
    paths: [],
    fault: null,
    faults: null,
    gate: null,
    pageSize: 2,
    unconditional: false,
    clockMs: 0,
    now: () => Date.now() + standIn.clockMs,
    keep: (key, content) => void standIn.files.set(key, { content, storedAt: new Date(standIn.now()) }),
    send: ({ content, storedAt }, request, response) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const part = first === undefined ? content : content.subarray(Number(first), Number(last) + 1)
      response.writeHead(first === undefined ? 200 : 206, {
        'Content-Length': part.length,
        'Last-Modified': storedAt.toUTCString(),
        ETag: etagOf(content),
      })
      if (request.method === 'HEAD') return response.end()
      if (standIn.fault !== 'cut' && standIn.fault !== 'reset') return response.end(part)
      response.write(part.subarray(0, part.length / 2), () => {
        if (standIn.fault === 'reset') response.destroy()
      })
      return response
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

function faultOf(standIn: StandIn): Fault | null {
  if (standIn.faults === null) return standIn.fault
  if (standIn.faults === 0) return null
  standIn.faults -= 1
  return standIn.fault
}
