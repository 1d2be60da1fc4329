import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { cleanAttachments } from '../../../src/base/attachments/clean.ts'
import { collectOrphans } from '../../../src/operator/storage/orphans.ts'
import { documentHeaders } from '../../../src/platform/pages/pages.ts'
import { keyOf, refusedOn, startUploads } from '../../base/attachments/app.ts'
import { PDF, png, sheet } from '../../base/attachments/helpers.ts'
import { startTestApp } from '../../harness/harness.ts'
import { qiniuEnv, startQiniu } from '../../platform/storage/qiniu.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'

const DAY_MS = 24 * 3600_000

describe.each(['s3', 'qiniu'] as const)('with %s', async (name) => {
  const storage = name === 's3' ? await startS3() : await startQiniu()
  const env = name === 's3' ? s3Env(storage.address) : qiniuEnv(storage.address)
  const uploads = await startUploads(startTestApp(env, { timeouts: { backoffMs: 1 } }))
  const { app, clerk, project, admin, picture, get, rows } = uploads
  afterAll(async () => {
    await app.close()
    await storage.close()
  })
  afterEach(() => {
    storage.fault = null
  })
  const label = name === 's3' ? 'S3' : '七牛'
  const down = `文件存储（${label}）暂时无法使用，请稍后重试`

  const issue = async (key: string) => (await clerk.post('/api/common/qinius', { key })).data
  /** Sends a file as a browser does; the status of the storage's answer. */
  async function send(
    { upload_url, fields }: { upload_url: string; fields: Record<string, string> },
    file: Buffer,
  ) {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', new Blob([file]), 'x')
    return (await fetch(upload_url, { method: 'POST', body: form })).status
  }
  const confirm = async ({ token, key }: { token: string; key: string }) =>
    await app.nobody.post('/api/common/uploads/confirm', { token, key })
  async function upload(key: string, file: Buffer) {
    const issued = await issue(key)
    expect(await send(issued, file)).toBe(name === 's3' ? 204 : 200)
    return await confirm(issued)
  }
  const incoming = () => [...storage.files.keys()].filter((key) => key.startsWith('incoming/'))
  const temps = () => readdir(join(app.services.config.dataDir, 'files/tmp'))

  test('a browser sends to the storage; the server looks at the file, keeps it and serves it by signed links', async () => {
    const issued = await issue(keyOf('餐费', 'png'))
    expect(issued).toMatchObject({
      upload_url: expect.stringContaining(storage.address),
      confirm_url: expect.stringMatching(/\/api\/common\/uploads\/confirm$/),
    })
    expect(JSON.stringify(issued)).not.toMatch(/secret-of-the-tests/)
    expect(await send(issued, picture)).toBe(name === 's3' ? 204 : 200)
    const kept = await confirm(issued)
    expect(kept).toMatchObject({
      status: 200,
      code: 0,
      data: { file_name: '餐费.png', file_size: picture.length },
    })
    const { file_url, thumb_url, code } = kept.data
    expect(file_url).toContain(`/api/common/files/${project}/${code}?`)
    const whole = await get(file_url)
    expect(whole.rawPayload.equals(picture)).toBe(true)
    expect((await get(file_url, { range: 'bytes=10-19' })).rawPayload.equals(picture.subarray(10, 20))).toBe(
      true,
    )
    expect((await get(thumb_url)).headers['content-type']).toBe('image/jpeg')
    expect((await get(file_url.replace('sign=', 'sign=x'))).statusCode).toBe(403)
    expect([...storage.files.keys()].sort()).toEqual([
      `attachments/${project}/${code}.png`,
      `attachments/${project}/${code}.png.thumb.jpg`,
    ])
    // A used token and a forged one are refused.
    expect(await confirm(issued)).toMatchObject(refusedOn('token', '上传凭证已使用'))
    expect(await confirm({ ...issued, token: `x${issued.token}` })).toMatchObject(
      refusedOn('token', '上传凭证无效'),
    )
    expect(await temps()).toEqual([])
  })

  test('the page may send to the storage, and to no other host', () => {
    const policy = documentHeaders(app.services)['Content-Security-Policy']
    expect(policy).toContain(`; connect-src 'self' ${storage.address}; `)
  })

  test('what is not what it says, is not there, or is no longer permitted is refused and leaves nothing', async () => {
    const [rowsBefore, filesBefore] = [await rows(), storage.files.size]
    for (const [extension, file] of [
      ['png', PDF],
      ['png', picture.subarray(0, picture.length / 2)],
      ['xlsx', PDF],
      ['pdf', sheet()],
    ] as const)
      expect(await upload(keyOf('a', extension), file)).toMatchObject({ status: 422, code: 422 })
    expect(await confirm(await issue(keyOf('a', 'png')))).toMatchObject(
      refusedOn('file', '文件没有传到文件存储，请重新上传'),
    )
    const issued = await issue(keyOf('a', 'png'))
    expect(await send(issued, picture)).toBeLessThan(300)
    expect(await confirm({ ...issued, key: keyOf('b', 'png') })).toMatchObject(refusedOn('key', '不一致'))
    await app.services.db
      .updateTable('users')
      .set({ disabled: true })
      .where('id', '=', clerk.userId)
      .execute()
    expect(await confirm(issued)).toMatchObject({ status: 403, code: 403 })
    await app.services.db
      .updateTable('users')
      .set({ disabled: false })
      .where('id', '=', clerk.userId)
      .execute()
    expect(await confirm(issued)).toMatchObject({ code: 0 })
    expect([await rows(), storage.files.size]).toEqual([rowsBefore + 1, filesBefore + 2])
    // For a kind that may not be uploaded there is no direct form: this server refuses it with a reason.
    expect(await issue(keyOf('a', 'exe'))).not.toHaveProperty('fields')
    expect(await temps()).toEqual([])
  })

  test('an upload through the server is stored there as well', async () => {
    const file = await uploads.uploaded(keyOf('a', 'png'), picture)
    expect(storage.files.get(`attachments/${project}/${file.code}.png`)?.content.equals(picture)).toBe(true)
  })

  test('while it is down, uploads and files say so by name, and the rest works', async () => {
    const file = await uploads.uploaded(keyOf('a', 'png'), picture)
    const issued = await issue(keyOf('b', 'png'))
    expect(await send(issued, picture)).toBeLessThan(300)
    storage.fault = 'broken'
    const before = await rows()
    for (const answer of [await confirm(issued), await uploads.upload(keyOf('c', 'png'), picture)])
      expect(answer).toMatchObject({ status: 503, code: 503, msg: down, headers: { 'retry-after': '10' } })
    expect((await get(file.file_url)).json()).toMatchObject({ code: 503, msg: down })
    expect((await get(file.file_url)).headers['cache-control']).toBe('no-store')
    expect(await rows()).toBe(before)
    // Links and lists do not ask the storage.
    expect(await clerk.get('/api/common/attachments', { codes: [file.code] })).toMatchObject({ code: 0 })
    expect(await clerk.get('/cost_executions')).toMatchObject({ code: 0 })
    expect(await admin.get('/projects')).toMatchObject({ code: 0 })
    // The storage is shared by all servers, so sending requests elsewhere would not help: the server stays ready and names it.
    const ready = async () => {
      const answer = await app.http.inject('/api/common/ready')
      return [answer.statusCode, answer.json().data.parts]
    }
    await expect.poll(ready).toEqual([200, expect.objectContaining({ database: 'ok', storage: 'failed' })])
    storage.fault = null
    expect(await confirm(issued)).toMatchObject({ code: 0 })
    expect((await get(file.file_url)).statusCode).toBe(200)
    expect(await temps()).toEqual([])
  })

  test('two confirms of one upload at once keep it once', async () => {
    const issued = await issue(keyOf('twice', 'png'))
    expect(await send(issued, picture)).toBeLessThan(300)
    const [rowsBefore, filesBefore] = [await rows(), storage.files.size]
    const answers = await Promise.all([1, 2, 3].map(() => confirm(issued)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 422, 422])
    // A row, the file and its thumbnail in the place of the upload.
    expect([await rows(), storage.files.size]).toEqual([rowsBefore + 1, filesBefore + 1])
    expect([incoming(), await temps()]).toEqual([[], []])
  })

  test('an upload stays where it is when the storage breaks off its confirmation, which may be repeated', async () => {
    const issued = await issue(keyOf('again', 'png'))
    expect(await send(issued, picture)).toBeLessThan(300)
    storage.fault = 'reset'
    expect(await confirm(issued)).toMatchObject({ status: 503, msg: down })
    storage.fault = null
    expect(await confirm(issued)).toMatchObject({ code: 0 })
  })

  test('a file of the browser that nobody confirmed is collected after a day', async () => {
    expect(await send(await issue(keyOf('a', 'png')), await png())).toBeLessThan(300)
    const kept = storage.files.size
    expect(await collectOrphans(app.services)).toBe(0)
    expect(incoming()).toHaveLength(1)
    app.advance(DAY_MS + 60_000)
    expect(await collectOrphans(app.services)).toBe(1)
    expect([incoming(), storage.files.size]).toEqual([[], kept - 1])
  })

  test('while it is down, the clean-up of files asks for one of them, and they are collected later', async () => {
    const unlinked = await rows()
    expect(unlinked).toBeGreaterThan(3)
    await sql`update attachments set unlinked_at = now() - interval '8 days'`.execute(app.services.db)
    Object.assign(storage, { fault: 'broken', requests: 0 })
    expect(await cleanAttachments(app.services)).toBe(unlinked)
    expect(storage.requests).toBe(3)
    storage.fault = null
    expect(await rows()).toBe(0)
    expect(await collectOrphans(app.services)).toBe(2 * unlinked)
    expect(storage.files.size).toBe(0)
  })
})
