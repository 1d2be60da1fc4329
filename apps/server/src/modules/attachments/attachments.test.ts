import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Attachment, attachment } from '@pianzhang/contract/attachments'
import { writeXlsx } from 'hucre'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, type Caller, newProject, startTestApp, type TestApp } from '../../testing/harness.ts'
import { formOf, jpg, PDF, png, sheet } from './testing.ts'

const MB = 1024 * 1024
const LONG = 120_000

let app: TestApp
let companyId: bigint
let admin: Caller
let project: string
let clerk: Caller
let picture: Buffer

beforeAll(async () => {
  app = await startTestApp()
  const company = await app.company()
  companyId = company.id
  admin = company.admin
  project = await newProject(admin)
  clerk = (await app.person(companyId, { cost_execution: ['read', 'write'] }, [project])).on(project)
  picture = await png()
})
afterAll(() => app.close())

const keyOf = (name: string, extension: string) => `manager/attachments/${name}-1732150000000.${extension}`

async function tokenFor(key: string, who = clerk): Promise<string> {
  const answer = await who.post('/api/common/qinius', { key })
  expect(answer).toMatchObject({
    status: 200,
    code: 0,
    data: { key, upload_url: expect.stringMatching(/^http.*\/api\/common\/uploads$/) },
  })
  return answer.data.token
}

async function post(form: ReturnType<typeof formOf>): Promise<Answer> {
  const response = await app.http.inject({ method: 'POST', url: '/api/common/uploads', ...form })
  return { status: response.statusCode, ...response.json(), headers: response.headers }
}

const send = (token: string, key: string, file: Buffer) =>
  post(
    formOf([
      ['token', token],
      ['key', key],
      ['file', file, 'blob'],
    ]),
  )

async function upload(key: string, file: Buffer, who = clerk): Promise<Answer> {
  return await send(await tokenFor(key, who), key, file)
}

async function uploaded(key: string, file: Buffer, who = clerk): Promise<Attachment> {
  const answer = await upload(key, file, who)
  expect(answer).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
  return attachment.parse(answer.data)
}

const get = async (url: string, headers: Record<string, string> = {}) =>
  await app.http.inject({ method: 'GET', url: url.replace(/^http:\/\/[^/]+/, ''), headers })

async function storedFiles(): Promise<number> {
  const entries = await readdir(join(app.services.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).length
}

const rows = async () => (await app.services.db.selectFrom('attachments').select('id').execute()).length

/** Nothing new in the database or on the disk, temp files included. */
async function leavesNothing(run: () => Promise<unknown>): Promise<void> {
  const before = [await rows(), await storedFiles()]
  await run()
  expect([await rows(), await storedFiles()]).toEqual(before)
}

const refusedOn = (field: string, message: string | RegExp) => ({
  status: 422,
  code: 422,
  msg: expect.stringMatching(message),
  data: { errors: [{ field, message: expect.stringMatching(message) }] },
})

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

  test('xlsx and pdf come back as downloads, without a thumbnail', async () => {
    for (const [extension, content, type] of [
      ['xlsx', sheet(), /spreadsheetml/],
      ['pdf', PDF, /^application\/pdf/],
    ] as const) {
      const file = await uploaded(keyOf('合同', extension), content)
      expect(file.thumb_url).toBeUndefined()
      const answer = await get(file.file_url)
      expect(answer.headers['content-type']).toMatch(type)
      expect(answer.headers['content-disposition']).toMatch(/^attachment; /)
      expect(answer.rawPayload.equals(content)).toBe(true)
      expect((await get(file.file_url.replace('?', '/thumb?'))).statusCode).toBe(404)
    }
  })

  test('a real spreadsheet is taken', async () => {
    const content = await writeXlsx({ sheets: [{ name: '付款', rows: [['付款序号*'], ['1']] }] })
    await uploaded(keyOf('付款', 'xlsx'), Buffer.from(content))
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
      unlinked_at: null,
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

  test('takes the fields in any order, and others beside them', async () => {
    const key = keyOf('a', 'png')
    const [token, again] = [await tokenFor(key), await tokenFor(key)]
    expect(
      await post(
        formOf([
          ['file', picture, 'x'],
          ['key', key],
          ['token', token],
        ]),
      ),
    ).toMatchObject({ code: 0 })
    expect(
      await post(
        formOf([
          ['fname', 'x'],
          ['key', key],
          ['file', picture, 'x'],
          ['token', again],
        ]),
      ),
    ).toMatchObject({ code: 0 })
  })
})

describe('is refused, and leaves nothing:', () => {
  let before: number[]
  beforeEach(async () => {
    before = [await rows(), await storedFiles()]
  })
  afterEach(async () => {
    expect([await rows(), await storedFiles()]).toEqual(before)
  })

  test(
    'a wrong kind under a right name, and a kind that nothing takes',
    async () => {
      const contents = {
        png: picture,
        jpg: await jpg(),
        xlsx: sheet(),
        pdf: PDF,
        txt: Buffer.from('text'),
        svg: Buffer.from('<svg/>'),
      }
      for (const [is, content] of Object.entries(contents))
        for (const named of ['png', 'jpeg', 'xlsx', 'pdf', 'txt', 'svg', 'exe', 'heic'])
          if (named.replace('e', '') !== is || named === 'txt' || named === 'svg')
            expect(await upload(keyOf('a', named), content), `${is} as ${named}`).toMatchObject(
              refusedOn('file', '请上传规定的格式文件'),
            )
    },
    LONG,
  )

  test('a picture that breaks off', async () => {
    const whole = await png(500, 500)
    expect(await upload(keyOf('a', 'png'), whole.subarray(0, whole.length / 2))).toMatchObject(
      refusedOn('file', '图片已损坏'),
    )
  })

  test(
    'one byte too many',
    async () => {
      expect(await upload(keyOf('a', 'pdf'), Buffer.alloc(10 * MB + 1))).toMatchObject({
        status: 413,
        code: 413,
        msg: expect.stringContaining('10MB'),
      })
      expect(await upload(keyOf('a', 'xlsx'), Buffer.alloc(50 * MB + 1))).toMatchObject({
        status: 413,
        msg: expect.stringContaining('50MB'),
      })
      const key = keyOf('a', 'pdf')
      const late = formOf([
        ['file', Buffer.alloc(10 * MB + 1), 'x'],
        ['token', await tokenFor(key)],
        ['key', key],
      ])
      expect(await post(late)).toMatchObject({ status: 413 })
    },
    LONG,
  )

  test('an empty file, no file, two files, a file in another field', async () => {
    const key = keyOf('a', 'png')
    const fields = async () =>
      [
        ['token', await tokenFor(key)],
        ['key', key],
      ] as [string, string][]
    expect(await upload(key, Buffer.alloc(0))).toMatchObject(refusedOn('file', '文件内容为空'))
    expect(await post(formOf(await fields()))).toMatchObject(refusedOn('file', '请选择'))
    expect(await post(formOf([...(await fields()), ['other', picture, 'x']]))).toMatchObject(
      refusedOn('file', '请选择'),
    )
    const two = [...(await fields()), ['file', picture, 'x'], ['file', picture, 'y']] as [string, string][]
    expect(await post(formOf(two))).toMatchObject({ status: 422 })
  })

  test('a forged token, none, an expired one', async () => {
    const key = keyOf('a', 'png')
    const token = await tokenFor(key)
    for (const forged of [`x${token}`, `${token}x`, token.split('.')[0] ?? '', '', 'a.b'])
      expect(await send(forged, key, picture)).toMatchObject(refusedOn('token', '上传凭证无效'))
    expect(
      await post(
        formOf([
          ['key', key],
          ['file', picture, 'x'],
        ]),
      ),
    ).toMatchObject(refusedOn('token', '请提供'))
    expect(
      await post(
        formOf([
          ['token', token],
          ['file', picture, 'x'],
        ]),
      ),
    ).toMatchObject(refusedOn('key', '请提供'))
    expect(
      await post(
        formOf([
          ['file', picture, 'x'],
          ['token', 'a.b'],
          ['key', key],
        ]),
      ),
    ).toMatchObject(refusedOn('token', '上传凭证无效'))
    app.advance(10 * 60_000)
    expect(await send(token, key, picture)).toMatchObject(refusedOn('token', '上传凭证已过期'))
  })

  test('another key than the token has', async () => {
    const token = await tokenFor(keyOf('a', 'png'))
    for (const key of [keyOf('b', 'png'), keyOf('a', 'xlsx'), '', '../a-1.png'])
      expect(await send(token, key, picture)).toMatchObject(refusedOn('key', '不一致'))
  })

  test('a full disk is 507, a database out of reach 503, and neither is blamed on the form', async () => {
    const { storage, db } = app.services
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    const put = vi.spyOn(storage, 'put').mockRejectedValueOnce(full)
    expect(await upload(keyOf('a', 'png'), picture)).toMatchObject({ status: 507, code: 507 })
    put.mockRestore()
    const key = keyOf('a', 'png')
    const token = await tokenFor(key)
    const gone = vi.spyOn(db, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('timeout exceeded when trying to connect')
    })
    expect(await send(token, key, picture)).toMatchObject({ status: 503, code: 503 })
    gone.mockRestore()
  })

  test('what is no form, and a form that breaks off', async () => {
    const json = await app.http.inject({
      method: 'POST',
      url: '/api/common/uploads',
      payload: { token: 'x' },
    })
    expect(json.json()).toMatchObject({ code: 415 })
    const key = keyOf('a', 'png')
    const form = formOf([
      ['token', await tokenFor(key)],
      ['key', key],
      ['file', picture, 'x'],
    ])
    expect(
      await post({ ...form, payload: form.payload.subarray(0, form.payload.length - 60) }),
    ).toMatchObject({ status: 400, code: 400 })
    expect(await post({ ...form, headers: { 'content-type': 'multipart/form-data' } })).toMatchObject({
      status: 400,
    })
  })
})

test(
  'exactly 10 MB goes in',
  async () => {
    const content = Buffer.concat([PDF, Buffer.alloc(10 * MB - PDF.length)])
    expect(await uploaded(keyOf('大', 'pdf'), content)).toMatchObject({ file_size: 10 * MB })
  },
  LONG,
)

test('a token is good for one upload, also for two at once', async () => {
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
    await expect.poll(() => readdir(temp), { timeout: 5_000 }).not.toEqual([])
    socket.destroy()
    await expect.poll(() => readdir(temp), { timeout: 5_000 }).toEqual([])
  })
  expect(await send(token, key, content)).toMatchObject({ code: 0 })
})

test(
  'who sends too much hears so at the end, over a real connection',
  async () => {
    const key = keyOf('a', 'pdf')
    const form = new FormData()
    form.set('token', await tokenFor(key))
    form.set('key', key)
    form.set('file', new Blob([Buffer.alloc(40 * MB)]), 'x')
    const address = app.http.listeningOrigin
    await leavesNothing(async () => {
      const answer = await fetch(`${address}/api/common/uploads`, { method: 'POST', body: form })
      expect([answer.status, (await answer.json()).code]).toEqual([413, 413])
    })
  },
  LONG,
)

describe('the token', () => {
  test.each([
    '',
    'a-1.png',
    'manager/attachments/a.png',
    'manager/attachments/a/b-1.png',
    'manager/attachments/a\n-1.png',
    '/manager/attachments/a-1.png',
    `manager/attachments/${'长'.repeat(300)}-1.png`,
    7,
    null,
    undefined,
    ['x'],
  ])('is not given for the key %j', async (key) => {
    expect(await clerk.post('/api/common/qinius', { key })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'key' }] },
    })
  })

  test('needs a login, a role, a project that is linked, and one that is open', async () => {
    const body = { key: keyOf('a', 'png') }
    expect(await app.nobody.post('/api/common/qinius', body)).toMatchObject({ status: 401 })
    expect(
      await (await app.person(companyId, null, [project])).on(project).post('/api/common/qinius', body),
    ).toMatchObject({ status: 403 })
    const stranger = await app.person(companyId, { cost_execution: ['write'] })
    for (const who of [stranger, stranger.on(project), clerk.on('unknown')])
      expect(await who.post('/api/common/qinius', body)).toMatchObject({ status: 200, code: 300009 })
    const other = await app.company()
    expect(await other.admin.on(project).post('/api/common/qinius', body)).toMatchObject({ code: 300009 })
  })

  test('belongs to its project: the file is found there and nowhere else', async () => {
    const second = await newProject(admin, '第二个项目')
    const [one, two] = [
      await uploaded(keyOf('a', 'png'), picture),
      await uploaded(keyOf('b', 'png'), picture, admin.on(second)),
    ]
    expect(one.file_url).toContain(`/files/${project}/${one.code}?`)
    expect(two.file_url).toContain(`/files/${second}/${two.code}?`)
    expect((await get(one.file_url.replace(project, second))).statusCode).toBe(403)
    expect((await get(one.file_url.replace(one.code, two.code))).statusCode).toBe(403)
  })

  test('counts for what its person may do when the file comes', async () => {
    const { db } = app.services
    const own = await newProject(admin, '会变的项目')
    const person = (await app.person(companyId, { cost_execution: ['write'] }, [own])).on(own)
    const key = keyOf('a', 'png')
    const projectId = (
      await db.selectFrom('projects').select('id').where('code', '=', own).executeTakeFirstOrThrow()
    ).id
    const expectAnswer = async (answer: object) =>
      await leavesNothing(async () => expect(await send(token, key, picture)).toMatchObject(answer))
    const token = await tokenFor(key, person)
    await db.updateTable('users').set({ disabled: true }).where('id', '=', person.userId).execute()
    await expectAnswer({ status: 403, code: 403 })
    await db.updateTable('users').set({ disabled: false }).where('id', '=', person.userId).execute()
    await db.deleteFrom('project_members').where('user_id', '=', person.userId).execute()
    await expectAnswer({ status: 200, code: 300009 })
    await db.insertInto('project_members').values({ project_id: projectId, user_id: person.userId }).execute()
    await db.updateTable('projects').set({ archive_at: new Date() }).where('id', '=', projectId).execute()
    await expectAnswer({ status: 200, code: 300011 })
    expect(await person.post('/api/common/qinius', { key })).toMatchObject({ status: 200, code: 300011 })
    await db
      .updateTable('projects')
      .set({ archive_at: null, expire_at: '2020-01-01' })
      .where('id', '=', projectId)
      .execute()
    await expectAnswer({ status: 200, code: 300011 })
    await db
      .updateTable('projects')
      .set({ expire_at: '2999-01-01', deleted_at: new Date() })
      .where('id', '=', projectId)
      .execute()
    await expectAnswer({ status: 200, code: 300009 })
    await db.updateTable('projects').set({ deleted_at: null }).where('id', '=', projectId).execute()
    const file = await send(token, key, picture)
    expect(file).toMatchObject({ code: 0 })
    await db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', projectId).execute()
    expect((await get(file.data.file_url)).statusCode).toBe(404)
  })
})

describe('a signed address', () => {
  test('needs no login, lives an hour, and stays the same for some minutes', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    expect((await get(file.file_url)).statusCode).toBe(200)
    app.advance(59 * 60_000)
    expect((await get(file.file_url)).statusCode).toBe(200)
    app.advance(6 * 60_000)
    for (const url of [file.file_url, file.thumb_url ?? '']) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ code: 403, msg: '链接已失效，请刷新页面后重试', data: {} })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('is refused when anything in it is changed', async () => {
    const { file_url: url } = await uploaded(keyOf('a', 'png'), picture)
    const changed = [
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/sign=./, 'sign='),
      url.replace(/&sign=.*/, ''),
      url.replace(/\?.*/, ''),
      `${url}&a=1`,
      `${url}&sign=x`,
    ]
    for (const bad of changed) expect((await get(bad)).json(), bad).toMatchObject({ code: 403 })
    expect((await get(url)).statusCode).toBe(200)
  })

  test('serves parts, and nothing at all to a browser that has it', async () => {
    const { file_url: url, code } = await uploaded(keyOf('a', 'png'), picture)
    const part = await get(url, { range: 'bytes=10-19' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes 10-19/${picture.length}`,
      'content-length': '10',
    })
    expect(part.rawPayload.equals(picture.subarray(10, 20))).toBe(true)
    const known = await get(url, { 'if-none-match': `"${code}"` })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    const head = await app.http.inject({ method: 'HEAD', url: url.replace(/^http:\/\/[^/]+/, '') })
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(picture.length),
      0,
    ])
  })

  test('of a file that is gone is 404 and not kept by anybody', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    await app.services.storage.remove(`attachments/${project}/${file.code}.png`)
    const answer = await get(file.file_url)
    expect(answer.json()).toMatchObject({ code: 404 })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(answer.headers.etag).toBeUndefined()
  })
})
