import { UPLOAD_KEY } from '@pianzhang/contract/attachments'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, api } from '../app/api.ts'
import { refuse, UploadFailed, uploadFile, uploadKey } from './upload.ts'

afterEach(() => vi.restoreAllMocks())

test.each(['发票 01.JPG', `${'长'.repeat(300)}.png`, 'a/b\u0000.jpeg', '.png', '😀.jpg'])(
  '%s has a key the server takes',
  (name) => {
    expect(uploadKey(name, 1_795_000_000_000)).toMatch(UPLOAD_KEY)
  },
)

test('kind and size are refused in the words of the seed', () => {
  const images = ['png', 'jpg', 'jpeg']
  expect(refuse({ name: 'a.JPEG', size: 10 * 1024 * 1024 }, images)).toBeUndefined()
  expect(refuse({ name: 'a.jpg', size: 10 * 1024 * 1024 + 1 }, images)).toBe(
    '文件过大(10MB). 上传文件最大支持: 10MB.',
  )
  expect(refuse({ name: 'a.pdf', size: 1 }, images)).toBe('请上传规定的格式文件')
  expect(refuse({ name: 'png', size: 1 }, images)).toBe('请上传规定的格式文件')
  expect(refuse({ name: '明细.xlsx', size: 40 * 1024 * 1024 }, ['xlsx'])).toBeUndefined()
})

const file = new File(['x'], 'a.jpg')
const token = { data: { token: 't', upload_url: '/up', key: 'k' }, msg: '' }

const why = async (sending: Promise<unknown>) => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UploadFailed)
  const { message, why, refusal } = error as UploadFailed
  return { message, why, refusal }
}

test('six attempts, each with a fresh token, then 上传文件失败', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(token)
  const upload = vi.spyOn(api, 'upload').mockRejectedValue(new ApiError(0, -1, '无法连接'))
  const attempts: number[] = []
  const sending = uploadFile(file, { onRetry: (n) => attempts.push(n), pause: async () => {} })
  expect(await why(sending)).toEqual({ message: '上传文件失败', why: '无法连接', refusal: undefined })
  expect(attempts).toEqual([2, 3, 4, 5, 6])
  expect(post).toHaveBeenCalledTimes(6)
  expect(upload).toHaveBeenCalledTimes(6)
})

test('a file that is refused for what it is is not sent again', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(token)
  vi.spyOn(api, 'upload').mockRejectedValue(new ApiError(422, 422, '请上传规定的格式文件'))
  expect(await why(uploadFile(file, { pause: async () => {} }))).toMatchObject({
    message: '上传文件失败',
    refusal: '请上传规定的格式文件',
  })
  expect(post).toHaveBeenCalledTimes(1)
})

test('without a token the file is named, after six attempts too', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValue(new ApiError(500, 500, '服务异常'))
  const sent = vi.spyOn(api, 'upload')
  expect(await why(uploadFile(file, { pause: async () => {} }))).toEqual({
    message: 'a.jpg上传失败',
    why: '服务异常',
    refusal: undefined,
  })
  expect(post).toHaveBeenCalledTimes(6)
  expect(sent).not.toHaveBeenCalled()
})

test('an upload that is given up is no failure', async () => {
  vi.spyOn(api, 'post').mockResolvedValue(token)
  vi.spyOn(api, 'upload').mockRejectedValue(new DOMException('aborted', 'AbortError'))
  await expect(uploadFile(file, { pause: async () => {} })).rejects.toThrow(DOMException)
})
