import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareFiles } from '../../../src/operator/storage/compare.ts'
import { clearMoved, copyFiles } from '../../../src/operator/storage/move.ts'
import { collectOrphans } from '../../../src/operator/storage/orphans.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openDriver } from '../../../src/platform/storage/open.ts'
import { StorageDown } from '../../../src/platform/storage/remote.ts'
import type { Storage, UploadForm } from '../../../src/platform/storage/storage.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { PDF, sheet } from '../../base/attachments/helpers.ts'
import { startTestApp } from '../../harness/harness.ts'
import { openS3Server } from '../../platform/storage/s3-server.ts'

// All of the server's requests to S3, over the wire: by default to the stand-in, with TEST_S3_ENDPOINT to a real server (docs/development.md).
const DAY_MS = 24 * 3600_000
const server = await openS3Server()
const uploads = await startUploads(startTestApp(server.env, { timeouts: { backoffMs: 1 } }))
const { app, clerk, project, picture, get } = uploads
const { storage } = app.services
const opened = (changes: Record<string, string> = {}, name: 's3' | 'local' = 's3') =>
  openDriver(readConfig({ ...server.env, ...changes }, app.services.config.dataDir), name)

async function keysOf(within: string, from: Storage = storage) {
  const keys: string[] = []
  for await (const { key } of from.list(within)) keys.push(key)
  return keys.sort()
}
async function empty() {
  for (const key of await keysOf('')) await storage.remove(key)
}
beforeAll(empty)
afterAll(async () => {
  await empty()
  await app.close()
  await server.close()
})

/** Sends a form as a browser does; the status of the answer. */
async function post({ url, fields }: UploadForm, file: Buffer): Promise<number> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([new Uint8Array(file)]), '餐费 "1".png')
  const answer = await fetch(url, { method: 'POST', body: form })
  await answer.arrayBuffer()
  return answer.status
}
const taken = (status: number) => status === 200 || status === 201 || status === 204
const refused = (status: number) => status >= 400 && status < 500

test('a form takes one key, a size and a time; each change of it is refused and stores nothing', async () => {
  const place = `incoming/${project}/form`
  const form = async (limit = { bytes: 1000, ms: 600_000 }) => {
    const made = await storage.direct?.form(place, limit)
    if (!made) throw new Error('no direct uploads')
    return made
  }
  const changed = async (field: string, value: (old: string) => string) => {
    const made = await form()
    return { ...made, fields: { ...made.fields, [field]: value(made.fields[field] ?? '') } }
  }
  const policy = (old: string) =>
    Buffer.from(Buffer.from(old, 'base64').toString().replace('1000]', '9000]')).toString('base64')
  const cases: [string, UploadForm, Buffer][] = [
    ['too large', await form(), Buffer.alloc(1001)],
    ['empty', await form(), Buffer.alloc(0)],
    ['expired', await form({ bytes: 1000, ms: -60_000 }), picture.subarray(0, 10)],
    ['another key', await changed('key', (old) => `${old}x`), Buffer.alloc(10)],
    [
      'a variable in the key',
      await changed('key', () => `incoming/${project}/\${filename}`),
      Buffer.alloc(10),
    ],
    ['another type', await changed('Content-Type', () => 'text/html'), Buffer.alloc(10)],
    ['a field more', await changed('acl', () => 'public-read'), Buffer.alloc(10)],
    ['another policy', await changed('Policy', policy), Buffer.alloc(10)],
    [
      'another signature',
      await changed('X-Amz-Signature', (old) => old.replace(/./, (c) => (c === 'a' ? 'b' : 'a'))),
      Buffer.alloc(10),
    ],
    ['another person', await changed('X-Amz-Credential', (old) => `X${old}`), Buffer.alloc(10)],
  ]
  for (const [what, made, file] of cases) expect(refused(await post(made, file)), what).toBe(true)
  expect(await keysOf('')).toEqual([])
  expect(taken(await post(await form(), Buffer.alloc(1000)))).toBe(true)
  expect(await storage.stat(place)).toMatchObject({ key: place, size: 1000 })
  // The form can be used again until it expires, as S3's policies cannot demand a new key.
  expect(taken(await post(await form(), Buffer.alloc(999)))).toBe(true)
  await storage.remove(place)
})

test('a file of a browser is confirmed and served whole and in parts under its Chinese name', async () => {
  for (const [extension, file] of [
    ['png', picture],
    ['pdf', PDF],
    ['xlsx', sheet()],
  ] as const) {
    const key = keyOf('《长安》发票 第1集', extension)
    const { data: issued } = await clerk.post('/api/common/qinius', { key })
    expect(taken(await post({ url: issued.upload_url, fields: issued.fields }, file))).toBe(true)
    const { code, data } = await app.nobody.post('/api/common/uploads/confirm', { token: issued.token, key })
    expect([code, data.file_size]).toEqual([0, file.length])
    const whole = await get(data.file_url)
    expect(whole.rawPayload.equals(file)).toBe(true)
    expect(whole.headers['content-disposition']).toContain(
      encodeURIComponent(`《长安》发票 第1集.${extension}`),
    )
    for (const [range, part] of [
      ['bytes=10-19', file.subarray(10, 20)],
      ['bytes=-5', file.subarray(-5)],
      ['bytes=20-', file.subarray(20)],
    ] as const) {
      const answer = await get(data.file_url, { range })
      expect([answer.statusCode, answer.rawPayload.equals(part)]).toEqual([206, true])
    }
    if (data.thumb_url) expect((await get(data.thumb_url)).headers['content-type']).toBe('image/jpeg')
  }
  expect(await keysOf('incoming/')).toEqual([])
  expect(await keysOf('attachments/')).toHaveLength(4)
})

test('files are moved out of it and back, while people upload, and the originals cleared', async () => {
  const local = await opened({}, 'local')
  const kept = await keysOf('attachments/')
  expect(await copyFiles(app.services, storage, local)).toEqual({
    copied: kept.length,
    present: 0,
    lacking: 0,
  })
  expect(await clearMoved(app.services, storage, local)).toEqual({ removed: kept.length, kept: 0 })
  expect(await keysOf('')).toEqual([])
  const { data: issued } = await clerk.post('/api/common/qinius', { key: keyOf('b', 'png') })
  await post({ url: issued.upload_url, fields: issued.fields }, picture)
  const [moved, confirmed] = await Promise.all([
    copyFiles(app.services, local, storage),
    app.nobody.post('/api/common/uploads/confirm', { token: issued.token, key: issued.key }),
  ])
  expect([confirmed.code, moved.copied]).toEqual([0, kept.length])
  expect(await clearMoved(app.services, local, storage)).toEqual({ removed: kept.length, kept: 0 })
  for await (const { lacking } of compareFiles(app.services)) expect(lacking).toEqual([])
})

test('a file that nobody confirms is collected after a day, and no other', async () => {
  const kept = await keysOf('attachments/')
  const { data: issued } = await clerk.post('/api/common/qinius', { key: keyOf('a', 'png') })
  expect(taken(await post({ url: issued.upload_url, fields: issued.fields }, picture))).toBe(true)
  expect(await collectOrphans(app.services)).toBe(0)
  app.advance(DAY_MS + 60_000)
  expect(await collectOrphans(app.services)).toBe(1)
  expect(await keysOf('')).toEqual(kept)
})

describe('the driver', () => {
  const key = `attachments/p1/-a_B.${'x'.repeat(200)}.png`
  const temp = async (content: string) => {
    const path = await storage.temp()
    await writeFile(path, content)
    return path
  }

  test('stores a new file only where none is, also at once; lists by folders, page after page', async () => {
    const paths = await Promise.all([1, 2, 3].map((n) => temp(`content ${n}`)))
    const made = await Promise.all(paths.map((path) => storage.putNew(key, path)))
    expect(made.filter(Boolean)).toHaveLength(1)
    for (const path of paths) await rm(path, { force: true })
    expect((await storage.stat(key))?.size).toBe(9)
    await storage.put(key, await temp('other'))
    expect((await storage.stat(key))?.size).toBe(5)
    await storage.put('attachments/p10/a.png', await temp(''))
    expect(await keysOf('attachments/p1/')).toEqual([key])
    expect((await storage.stat('attachments/p10/a.png'))?.size).toBe(0)
    expect(await storage.open('attachments/p1/none')).toBeNull()
    await storage.remove(key)
    await storage.remove(key)
    await storage.remove('attachments/p10/a.png')
  })

  test.each([
    ['a wrong key', { S3_SECRET_ACCESS_KEY: 'another-secret' }, /应答 403.*请检查 S3_ACCESS_KEY_ID/],
    ['an unknown key', { S3_ACCESS_KEY_ID: 'AKIANOBODY' }, /应答 403.*请检查 S3_ACCESS_KEY_ID/],
    ['a missing bucket', { S3_BUCKET: 'no-such-bucket-of-ours' }, /应答 404.*S3_BUCKET/],
  ])('names %s, and its secret nowhere', async (_, changes, why) => {
    const wrong = await opened(changes)
    const path = await temp('x')
    for (const call of [
      () => wrong.check(),
      () => wrong.open(key),
      // The answer to HEAD has no body: a missing bucket is a missing file.
      ...('S3_BUCKET' in changes ? [] : [() => wrong.stat(key)]),
      () => wrong.remove(key),
      () => keysOf('', wrong),
      () => wrong.put(key, path),
    ]) {
      const error = await call().then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error, String(call)).toBeInstanceOf(StorageDown)
      expect((error as StorageDown).why).toMatch(why)
      expect((error as StorageDown).why).not.toContain('another-secret')
    }
    await rm(path)
  })
})
