import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, MB, refusedOn, startUploads } from './app.ts'
import { formOf, jpg, PDF, png, sheet } from './helpers.ts'

const LONG = 120_000
const isPicture = (extension: string) => ['png', 'jpg', 'jpeg', 'heic'].includes(extension)

const uploads = await startUploads()
const { app, picture, tokenFor, post, send, upload, rows, storedFiles } = uploads
afterAll(() => app.close())

describe('is refused, and leaves nothing:', () => {
  let before: number[]
  beforeEach(async () => {
    before = [await rows(), await storedFiles()]
  })
  afterEach(async () => {
    expect([await rows(), await storedFiles()]).toEqual(before)
  })

  test(
    'content of another kind than the name says, and a kind that is not allowed',
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
          if (!(isPicture(is) && isPicture(named)) && (named !== is || named === 'txt' || named === 'svg'))
            expect(await upload(keyOf('a', named), content), `${is} as ${named}`).toMatchObject(
              refusedOn(
                'file',
                ['txt', 'svg', 'exe'].includes(named)
                  ? '请上传规定的格式文件'
                  : named === 'xlsx' && (is === 'txt' || is === 'svg')
                    ? '文件内容是网页或文本（CSV），请用 Excel 或 WPS 打开，另存为 .xlsx 后重新上传'
                    : '文件内容与格式不符或已损坏',
              ),
            )
    },
    LONG,
  )

  test('a truncated picture', async () => {
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
    ).toMatchObject(refusedOn('token', '请在文件之前提供上传凭证'))
    expect(
      await post(
        formOf([
          ['token', token],
          ['file', picture, 'x'],
        ]),
      ),
    ).toMatchObject(refusedOn('key', '请在文件之前提供文件名'))
    app.advance(10 * 60_000)
    expect(await send(token, key, picture)).toMatchObject(refusedOn('token', '上传凭证已过期'))
  })

  test('another key than the token has', async () => {
    const token = await tokenFor(keyOf('a', 'png'))
    for (const key of [keyOf('b', 'png'), keyOf('a', 'xlsx'), '', '../a-1.png'])
      expect(await send(token, key, picture)).toMatchObject(refusedOn('key', '不一致'))
  })

  test('a full disk is 507 and an unreachable database 503, not an error of the form', async () => {
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

  test('a body that is no form, and a truncated form', async () => {
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
