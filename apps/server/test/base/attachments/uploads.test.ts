import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { keyOf, MB, refusedOn, startUploads } from './app.ts'
import { formOf, jpg, PDF, png, sheet } from './helpers.ts'

const LONG = 120_000

const uploads = await startUploads()
const { app, clerk, picture, tokenFor, post, send, uploaded, get, storedFiles, leavesNothing } = uploads
afterAll(() => app.close())

describe('an upload', () => {
  test('png and jpg come back with a thumbnail', async () => {
    for (const [extension, content] of [
      ['png', await png(900, 600)],
      ['jpg', await jpg(900, 600)],
      ['JPEG', await jpg(900, 600)],
    ] as const) {
      const file = await uploaded(keyOf('餐费 发票', extension), content)
      expect(file).toMatchObject({ file_name: `餐费 发票.${extension}`, file_size: content.length })
      const whole = await get(file.file_url)
      expect(whole.statusCode).toBe(200)
      expect(whole.rawPayload.equals(content)).toBe(true)
      expect(whole.headers).toMatchObject({
        'content-type': extension === 'png' ? 'image/png' : 'image/jpeg',
        'content-length': String(content.length),
        'content-disposition': expect.stringMatching(/^inline; .*filename\*=UTF-8''%E9%A4%90/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cache-control': expect.stringMatching(/^private, max-age=3[5-9]\d\d/),
      })
      const thumb = await get(file.thumb_url ?? '')
      expect(thumb.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({
        format: 'jpeg',
        width: 320,
        height: 213,
      })
    }
  })

  test('a spreadsheet comes back as a download, a PDF is shown by the browser; neither has a thumbnail', async () => {
    for (const [extension, content, type, disposition, policy] of [
      ['xlsx', sheet(), /spreadsheetml/, /^attachment; /, /^sandbox;/],
      ['pdf', PDF, /^application\/pdf/, /^inline; /, /^frame-ancestors 'self'$/],
    ] as const) {
      const file = await uploaded(keyOf('合同', extension), content)
      expect(file.thumb_url).toBeUndefined()
      const answer = await get(file.file_url)
      expect(answer.headers['content-type']).toMatch(type)
      expect(answer.headers['content-disposition']).toMatch(disposition)
      expect(answer.headers['content-security-policy']).toMatch(policy)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.rawPayload.equals(content)).toBe(true)
      expect((await get(file.file_url.replace('?', '/thumb?'))).statusCode).toBe(404)
    }
  })

  test('a real spreadsheet is accepted', async () => {
    const content = await writeXlsx({ sheets: [{ name: '付款', rows: [['付款序号*'], ['1']] }] })
    await uploaded(keyOf('付款', 'xlsx'), Buffer.from(content))
  })

  test('a picture is what its bytes say, whatever its name', async () => {
    for (const [name, extension, content, file_name, type] of [
      ['微信', 'jpg', picture, '微信.png', 'image/png'],
      ['微信', 'JPEG', picture, '微信.png', 'image/png'],
      ['截图', 'PNG', await jpg(), '截图.jpg', 'image/jpeg'],
    ] as const) {
      const file = await uploaded(keyOf(name, extension), content)
      expect(file.file_name).toBe(file_name)
      const answer = await get(file.file_url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
      expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(file_name)
      expect(answer.rawPayload.equals(content)).toBe(true)
      expect((await get(file.file_url.replace('?', '/thumb?'))).statusCode).toBe(200)
    }
  })

  test('leaves a row, an audit entry and files that only the server reads', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    const row = await app.services.db
      .selectFrom('attachments')
      .selectAll()
      .where('code', '=', file.code)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      file_name: 'a.png',
      kind: 'png',
      has_thumb: true,
      creator_id: clerk.userId,
      // Nothing shows it yet.
      unlinked_at: row.created_at,
    })
    const entry = await app.services.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('code', '=', file.code)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'create',
      resource: 'attachment',
      label: 'a.png',
      user_id: clerk.userId,
      project_id: row.project_id,
    })
    expect(entry.after).toMatchObject({
      file_name: 'a.png',
      file_size: picture.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('takes token and key in any order before the file, and other fields beside them', async () => {
    const key = keyOf('a', 'png')
    expect(
      await post(
        formOf([
          ['fname', 'x'],
          ['key', key],
          ['token', await tokenFor(key)],
          ['file', picture, 'x'],
        ]),
      ),
    ).toMatchObject({ code: 0 })
  })
})

test(
  'a file of exactly 10 MB is accepted',
  async () => {
    const content = Buffer.concat([PDF, Buffer.alloc(10 * MB - PDF.length)])
    expect(await uploaded(keyOf('大', 'pdf'), content)).toMatchObject({ file_size: 10 * MB })
  },
  LONG,
)

test('a token works once, also with concurrent uploads', async () => {
  const key = keyOf('a', 'png')
  const token = await tokenFor(key)
  const files = await storedFiles()
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(token, key, picture)))
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  for (const answer of answers.filter(({ code }) => code !== 0))
    expect(answer).toMatchObject(refusedOn('token', '上传凭证已使用'))
  expect(await storedFiles()).toBe(files + 2)
  expect(await send(token, key, picture)).toMatchObject(refusedOn('token', '上传凭证已使用'))
})

test('a cut connection leaves nothing, and the token can still be used', async () => {
  const address = new URL(await app.listen())
  const key = keyOf('a', 'png')
  const token = await tokenFor(key)
  const content = await png(1500, 1000)
  await leavesNothing(async () => {
    const form = formOf([
      ['token', token],
      ['key', key],
      ['file', content, 'x'],
    ])
    const head = `POST /api/common/uploads HTTP/1.1\r\nHost: ${address.host}\r\nContent-Type: ${form.headers['content-type']}\r\nContent-Length: ${form.payload.length}\r\n\r\n`
    const socket = connect(Number(address.port), address.hostname)
    socket.write(head)
    socket.write(form.payload.subarray(0, form.payload.length / 2))
    const temp = join(app.services.config.dataDir, 'files/tmp')
    await expect.poll(() => readdir(temp)).not.toEqual([])
    socket.destroy()
    await expect.poll(() => readdir(temp)).toEqual([])
  })
  expect(await send(token, key, content)).toMatchObject({ code: 0 })
})

test(
  'a sender of too many bytes gets the answer at the end, over a real connection',
  async () => {
    const key = keyOf('a', 'pdf')
    const form = new FormData()
    form.set('token', await tokenFor(key))
    form.set('key', key)
    form.set('file', new Blob([Buffer.alloc(40 * MB)]), 'x')
    const address = app.http.listeningOrigin
    await leavesNothing(async () => {
      const answer = await fetch(`${address}/api/common/uploads`, { method: 'POST', body: form })
      expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([413, 413])
    })
  },
  LONG,
)
