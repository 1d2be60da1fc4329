import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { registerFiles } from '../../../src/base/attachments/routes.ts'
import { UPLOAD_BOUNDS, type UploadBounds } from '../../../src/base/attachments/upload/slots.ts'
import { createHttp } from '../../../src/platform/http/server/http.ts'
import { bytesOf, listenTo, openSocket } from '../../harness/cut.ts'
import type { Caller } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { keyOf, MB, startUploads } from './app.ts'
import { formOf, png } from './helpers.ts'

const uploads = await startUploads()
const { app, admin, clerk, companyId, project, tokenFor, leavesNothing } = uploads
const address = await app.listen()
const picture = await png(300, 200)
const key = keyOf('a', 'png')
const temp = () => readdir(join(app.services.config.dataDir, 'files/tmp'))
const colleague = (await app.person(companyId, { cost_execution: ['read', 'write'] }, [project])).on(project)

const sockets: Socket[] = []
const servers: FastifyInstance[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(temp).toEqual([])
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await app.close()
})

/** A server on the same database with other limits; returns its address. */
async function bounded(bounds: Partial<UploadBounds>): Promise<string> {
  const http = await createHttp(app.services, false)
  await registerFiles(http, app.services, '/api/common', { ...UPLOAD_BOUNDS, ...bounds })
  servers.push(http)
  return await http.listen({ host: '127.0.0.1', port: 0 })
}

type Part = readonly [name: string, value: string | Buffer, fileName?: string]
const uploadOf = (parts: readonly Part[]) => {
  const { headers, payload } = formOf(parts)
  return bytesOf(address, { method: 'POST', path: '/api/common/uploads', headers, body: payload })
}
const right = async (who: Caller, content = picture, ofKey = key): Promise<Part[]> => [
  ['token', await tokenFor(ofKey, who)],
  ['key', ofKey],
  ['file', content, 'x'],
]

/** Sends the request except its last `missing` bytes, and keeps the connection open. */
async function begin(bytes: Buffer, missing: number, to = address) {
  const socket = await openSocket(to)
  sockets.push(socket)
  const answer = listenTo(socket)
  socket.write(bytes.subarray(0, bytes.length - missing))
  return {
    socket,
    ...answer,
    finish: () => socket.write(bytes.subarray(bytes.length - missing)),
  }
}
const unfinished = async (who: Caller, to = address) => await begin(uploadOf(await right(who)), 1_000, to)
const underWay = (count: number) => expect.poll(async () => (await temp()).length).toBe(count)

async function uploadComplete(who: Caller, to = address, content = picture, ofKey = key) {
  const { headers, payload } = formOf(await right(who, content, ofKey))
  const body = new Uint8Array(payload)
  const response = await fetch(`${to}/api/common/uploads`, { method: 'POST', headers, body })
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  return { status: response.status, code, msg, again: response.headers.get('retry-after') }
}
const BUSY = { status: 429, code: 429, msg: expect.stringContaining('您同时上传的文件过多'), again: '5' }
const CROWDED = { status: 429, code: 429, msg: expect.stringContaining('当前网络'), again: '5' }

describe('an upload without a valid token', () => {
  test.each<[string, () => Promise<Part[]>]>([
    ['no token', async () => [['file', Buffer.alloc(50 * MB), 'x']]],
    ['its token behind the file', async () => [...(await right(clerk, Buffer.alloc(50 * MB)))].reverse()],
    [
      'a false token',
      async () => [
        ['token', 'a.b'],
        ['key', key],
        ['file', Buffer.alloc(50 * MB), 'x'],
      ],
    ],
    [
      'a token and no key',
      async () => [
        ['token', await tokenFor(key)],
        ['file', Buffer.alloc(50 * MB), 'x'],
      ],
    ],
  ])('50 MB with %s: nothing is written, and what is read is bounded', async (_, parts) => {
    await leavesNothing(async () => {
      const bytes = uploadOf(await parts())
      const sender = await begin(bytes, bytes.length)
      let sent = 0
      while (sent < bytes.length && !sender.closed()) {
        const more = sender.socket.write(bytes.subarray(sent, sent + MB))
        sent += MB
        expect(await temp()).toEqual([])
        if (!more && !sender.closed())
          await new Promise<void>((go) => sender.socket.once('drain', go).once('close', go))
      }
      await expect.poll(sender.closed).toBe(true)
      // The answer may be lost, as the connection is closed while more is being sent.
      expect(sent).toBeLessThan(20 * MB)
    })
  })

  test('gets its answer at the end of a small form', async () => {
    const { headers, payload } = formOf([
      ['file', Buffer.alloc(MB), 'x'],
      ['token', 'a.b'],
    ])
    const body = new Uint8Array(payload)
    const answer = await fetch(`${address}/api/common/uploads`, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ code: 422, msg: '请在文件之前提供上传凭证' })
  })

  test('is cut off after a time without token; too many of one address are refused', async () => {
    const to = await bounded({ tokenMs: 700, unknownOfAddress: 3 })
    const bytes = uploadOf(await right(clerk))
    const silent = await Promise.all([1, 2, 3].map(() => begin(bytes, bytes.length - 300, to)))
    await expect
      .poll(async () => (await uploadComplete(clerk, to)).status, { timeout: 600, interval: 20 })
      .toBe(429)
    await expect.poll(() => silent.every(({ closed }) => closed())).toBe(true)
    await expect.poll(async () => (await uploadComplete(clerk, to)).code).toBe(0)
  })
})

describe('uploads of a person', () => {
  test('the 21st at once gets 429 with Retry-After; a colleague does not; a finished upload frees its slot', async () => {
    const open = await Promise.all(Array.from({ length: UPLOAD_BOUNDS.ofPerson }, () => unfinished(clerk)))
    await underWay(UPLOAD_BOUNDS.ofPerson)
    const many = await Promise.all([
      uploadComplete(clerk),
      uploadComplete(clerk),
      uploadComplete(colleague),
      uploadComplete(colleague),
    ])
    expect(many).toMatchObject([BUSY, BUSY, { code: 0 }, { code: 0 }])
    expect(await temp()).toHaveLength(UPLOAD_BOUNDS.ofPerson)
    open[0]?.finish()
    await expect.poll(() => open[0]?.heard()).toContain('"code":0')
    expect(await uploadComplete(clerk)).toMatchObject({ code: 0 })
    for (const { socket } of open) socket.destroy()
    await underWay(0)
    const again = await Promise.all(
      Array.from({ length: UPLOAD_BOUNDS.ofPerson }, () => uploadComplete(clerk)),
    )
    expect(again.map(({ code }) => code)).toEqual(again.map(() => 0))
  })

  test('a sender of 10 MB gets the 429 at its end, and nothing is written', async () => {
    const to = await bounded({ ofPerson: 1 })
    await unfinished(clerk, to)
    await underWay(1)
    const writing = uploadComplete(clerk, to, Buffer.alloc(10 * MB), keyOf('大', 'pdf'))
    expect(await temp()).toHaveLength(1)
    expect(await writing).toMatchObject(BUSY)
    expect(await temp()).toHaveLength(1)
  })

  test('bytes are limited too: by Content-Length, or else by the limit of the kind', async () => {
    const to = await bounded({ bytesOfPerson: 60 * MB })
    const sheetKey = keyOf('a', 'xlsx')
    // Chunked, without a length: counted as 50 MB.
    const { headers, payload } = formOf(await right(clerk, Buffer.alloc(MB), sheetKey))
    const chunk = Buffer.concat([Buffer.from(`${payload.length.toString(16)}\r\n`), payload])
    const head = `POST /api/common/uploads HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['content-type']}\r\nTransfer-Encoding: chunked\r\n\r\n`
    await begin(Buffer.concat([Buffer.from(head), chunk]), 1_000, to)
    await underWay(1)
    expect(await uploadComplete(clerk, to, Buffer.alloc(11 * MB), sheetKey)).toMatchObject(BUSY)
    expect(await uploadComplete(clerk, to)).toMatchObject({ code: 0 })
  })

  test('of one address are limited together, whoever sends them', async () => {
    const to = await bounded({ ofAddress: 3 })
    await Promise.all([unfinished(clerk, to), unfinished(clerk, to), unfinished(colleague, to)])
    await underWay(3)
    expect(await uploadComplete(admin.on(project), to)).toMatchObject(CROWDED)
    sockets[0]?.destroy()
    await underWay(2)
    expect(await uploadComplete(admin.on(project), to)).toMatchObject({ code: 0 })
  })

  test('one that stops sending is cut off and leaves nothing; a slow one is not', async () => {
    const to = await bounded({ ofPerson: 2, stallMs: 600 })
    const [stopped, slow] = [await unfinished(clerk, to), await unfinished(clerk, to)]
    const rest = uploadOf(await right(clerk)).subarray(-1_000)
    for (let sent = 0; sent < 900; sent += 60) {
      slow.socket.write(rest.subarray(sent, sent + 60))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect([stopped.closed(), slow.closed()]).toEqual([true, false])
    slow.socket.write(rest.subarray(900))
    await expect.poll(slow.heard).toContain('"code":0')
    await underWay(0)
    expect(await uploadComplete(clerk, to)).toMatchObject({ code: 0 })
  })
})

test('the slot is released wherever the connection is reset, and after every refusal', async () => {
  const to = await bounded({ ofPerson: 1, ofAddress: 1, unknownOfAddress: 1 })
  const free = async () => await expect.poll(async () => (await uploadComplete(clerk, to)).code).toBe(0)
  const bytes = uploadOf(await right(clerk))
  const head = bytes.indexOf('\r\n\r\n') + 4
  for (const sent of [head, head + 20, head + 150, head + 600, head + 5_000, bytes.length - 1]) {
    const { socket } = await begin(bytes, bytes.length - sent, to)
    socket.resetAndDestroy()
    await free()
  }
  const refused: Part[][] = [
    [['file', picture, 'x']],
    [
      ['token', 'x'],
      ['key', key],
      ['file', picture, 'x'],
    ],
    await right(clerk, Buffer.alloc(0)),
    await right(clerk, Buffer.from('no picture')),
    await right(clerk, picture.subarray(0, picture.length / 2)),
    await right(clerk, Buffer.alloc(10 * MB + 1)),
    [...(await right(clerk)), ['file', picture, 'y']],
    (await right(clerk)).slice(0, 2),
  ]
  for (const parts of refused) {
    const { headers, payload } = formOf(parts)
    const body = new Uint8Array(payload)
    const answer = await fetch(`${to}/api/common/uploads`, { method: 'POST', headers, body })
    expect([413, 422]).toContain(answer.status)
    expect(await uploadComplete(clerk, to)).toMatchObject({ code: 0 })
  }
  // Reset while the person is looked up.
  const holder = await hold(app.databaseUrl, 'lock table projects in access exclusive mode')
  const { socket } = await begin(bytes, 0, to)
  await untilWaiting(app.databaseUrl)
  socket.resetAndDestroy()
  await holder.release()
  await free()
})
