import { once } from 'node:events'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { open } from '../../../src/platform/http/guard.ts'
import { CALLER_TIMES, createHttp } from '../../../src/platform/http/server/http.ts'
import { bytesOf, listenTo, openSocket } from '../../harness/cut.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

// Denial of service: requests that are cheap for the sender and expensive for a server without limits.
const MB = 1024 * 1024
let app: TestApp
let admin: Caller
let address: string
const sockets: Socket[] = []

beforeAll(async () => {
  app = await workerApp()
  const { admin: owner } = await app.company()
  admin = owner.on(await newProject(owner))
  address = await app.listen()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())

/** Writes bytes to a new connection. */
async function begin(to: string, bytes: Buffer | string) {
  const socket = await openSocket(to)
  sockets.push(socket)
  const answer = listenTo(socket)
  socket.write(bytes)
  return { socket, ...answer }
}

const signedIn = () => ({ authorization: `Bearer ${admin.token}`, 'x-project': admin.project ?? '' })
const PATH = '/api/manager/pay_categories'
const categories = async () => (await admin.get('/pay_categories')).data.listTotal

describe('a compressed body is not unpacked', () => {
  const zeros = Buffer.from(`{"name":"${' '.repeat(64 * MB)}炸弹"}`)
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { 0: 0, 1: 1 } })],
  ] as const)('%s of 64 MB', async (encoding, compress) => {
    const before = await categories()
    const headers = { ...signedIn(), 'content-type': 'application/json', 'content-encoding': encoding }
    const response = await fetch(address + PATH, { method: 'POST', headers, body: compress(zeros) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 400, msg: '请求内容须为 UTF-8 编码' })
    expect(await categories()).toBe(before)
  })
})

describe('headers', () => {
  test('in thousands, and a cookie of thousands, are read or refused, and others are answered', async () => {
    const many = Array.from({ length: 8_000 }, (_, index) => `x${index % 10}: `)
    const some = Array.from({ length: 1_900 }, (_, index) => `x-a-${index}: ${index}`)
    const cookie = `cookie: ${Array.from({ length: 8_000 }, (_, index) => `a${index % 100}=`).join('; ')}`
    for (const lines of [many, some, [cookie], [`cookie: token=${'='.repeat(60_000)}`]]) {
      const answer = await begin(
        address,
        `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`,
      )
      await once(answer.socket, 'close')
      expect(answer.heard()).toMatch(/^HTTP\/1\.1 (200|401|431) [\s\S]*"code":\d/)
    }
    expect(await admin.get('/pay_categories')).toMatchObject({ code: 0 })
  })

  test.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}'],
    [
      'a length and chunks',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    ],
    ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a folded line', 'X-A: b\r\n c\r\nTransfer-Encoding\r\n : chunked\r\n\r\n'],
    ['a chunk of more than its size', 'Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n'],
    ['a bare line feed in a name', 'X\n-A: b\r\n\r\n'],
  ])('with %s are refused, and nothing after them is taken for a request', async (_, rest) => {
    const before = await categories()
    const answer = await begin(
      address,
      `POST ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}\r\nX-Project: ${admin.project}\r\n` +
        `Content-Type: application/json\r\n${rest}`,
    )
    await once(answer.socket, 'close')
    expect(answer.heard()).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.heard().match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(await categories()).toBe(before)
  })
})

test('a body of millions of keys or values is answered where bodies may be large', async () => {
  const keys = `{"name":"a",${Array.from({ length: 500_000 }, (_, index) => `"k${index}":0`).join(',')}}`
  for (const body of [
    keys,
    `{"name":[${'0,'.repeat(4_000_000)}0]}`,
    `{"name":"${'\\u0000'.repeat(2_000_000)}"}`,
  ]) {
    const response = await fetch(`${address}/api/manager/cost_executions`, {
      method: 'POST',
      headers: { ...signedIn(), 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(422)
    expect((await response.text()).length).toBeLessThan(1_000)
  }
})

describe('a slow caller', () => {
  const servers: FastifyInstance[] = []
  afterAll(async () => {
    for (const server of servers) await server.close()
  })
  /** A server with these times, which answers 64 MB on `/api/large` and takes any body. */
  async function patient(
    times: Partial<typeof CALLER_TIMES>,
  ): Promise<{ http: FastifyInstance; to: string }> {
    const http = await createHttp(app.services, false, { ...CALLER_TIMES, check: 20, ...times })
    const config = { route: { access: open } }
    http.get('/api/large', { config }, (_request, reply) => reply.send(Buffer.alloc(64 * MB)))
    http.post('/api/body', { config }, async () => ({ code: 0 }))
    servers.push(http)
    return { http, to: await http.listen({ host: '127.0.0.1', port: 0 }) }
  }

  test('of headers is cut off', async () => {
    const { to } = await patient({ headers: 100, request: 60_000 })
    const answer = await begin(to, 'GET /api/large HTTP/1.1\r\nHost: a\r\nX-A: ')
    await expect.poll(answer.closed).toBe(true)
    expect(answer.heard()).toMatch(/^HTTP\/1\.1 408 [\s\S]*nosniff[\s\S]*\{"code":400,"msg":"/)
  })

  test('of a body is cut off', async () => {
    const { to } = await patient({ headers: 100, request: 200 })
    const headers = { 'content-type': 'application/json' }
    const request = bytesOf(to, {
      method: 'POST',
      path: '/api/body',
      headers,
      body: Buffer.from('{"name":"慢"}'),
    })
    const answer = await begin(to, request.subarray(0, request.length - 3))
    await expect.poll(answer.closed).toBe(true)
    expect(answer.heard()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('of an answer, who has stopped reading, is cut off', async () => {
    const { http, to } = await patient({ silence: 200 })
    const answer = await begin(to, 'GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(answer.heard).toContain('HTTP/1.1 200')
    answer.socket.pause()
    const connections = () =>
      new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(connections).toBe(0)
  })

  test('has the times of the product: a minute for headers, ten for a body, a quarter of an hour of silence', () => {
    const { headersTimeout, requestTimeout, timeout } = app.http.server
    expect({ headersTimeout, requestTimeout, timeout }).toEqual({
      headersTimeout: 60_000,
      requestTimeout: 600_000,
      timeout: 900_000,
    })
  })
})
