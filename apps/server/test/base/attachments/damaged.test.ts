import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../harness/harness.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'
import { keyOf, startUploads } from './app.ts'

const s3 = await startS3()
const uploads = await startUploads(
  startTestApp(s3Env(s3.address), { timeouts: { backoffMs: 1, idleMs: 60 } }),
)
const { app, picture, project, uploaded } = uploads
afterAll(async () => {
  await app.close()
  await s3.close()
})

/** Sends two requests on one keep-alive connection, as a proxy sends those of two people; returns all bytes of the answers. */
async function both(first: string): Promise<string> {
  const address = new URL(await app.listen())
  const socket = connect(Number(address.port), '127.0.0.1')
  const path = first.replace(/^http:\/\/[^/]+/, '')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  socket.write('GET /api/common/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  await new Promise((resolve) => socket.on('close', resolve))
  return received
}

const FORGED = Buffer.from('HTTP/1.1 200 OK\r\n\r\nforged')

test.each([
  ['shorter', (file: Buffer) => file.subarray(0, file.length - 100)],
  ['longer', (file: Buffer) => Buffer.concat([file, FORGED])],
  ['empty', () => Buffer.alloc(0)],
])(
  'of a stored file that became %s nothing is taken for another answer, and nothing is kept by a browser',
  async (_, damage) => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    const answers = async () => (await both(file.file_url)).split(/(?=HTTP\/1\.1 )/)
    expect((await answers()).map((one) => one.slice(9, 12))).toEqual(['200', '200'])
    s3.keep(`attachments/${project}/${file.code}.png`, damage(picture))
    const [first = '', ...more] = await answers()
    expect(first).not.toContain('forged')
    // A wrong size found before the headers is a 500, and the connection goes on; found later, the server closes the connection.
    if (first.startsWith('HTTP/1.1 500')) {
      expect(first).toMatch(/cache-control: no-store/)
      expect(more).toEqual([expect.stringContaining('"status":"ok"')])
    } else expect(more).toEqual([])
  },
)

test('a download that breaks off before its first byte is no answer that a browser keeps', async () => {
  const file = await uploaded(keyOf('a', 'png'), picture)
  s3.fault = 'cut'
  s3.keep(`attachments/${project}/${file.code}.png`, Buffer.alloc(1))
  const answer = await uploads.get(file.file_url)
  s3.fault = null
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store'])
})
