import { UPLOAD_KEY } from '@pianzhang/contract/attachments'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, api } from '../app/api.ts'
import { refuse, uploadFile, uploadKey } from './upload.ts'

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

test('six attempts, each with a fresh token, then the last failure', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(token)
  const upload = vi.spyOn(api, 'upload').mockRejectedValue(new ApiError(0, -1, '无法连接'))
  const attempts: number[] = []
  await expect(uploadFile(file, { onRetry: (n) => attempts.push(n), pause: async () => {} })).rejects.toThrow(
    '无法连接',
  )
  expect(attempts).toEqual([2, 3, 4, 5, 6])
  expect(post).toHaveBeenCalledTimes(6)
  expect(upload).toHaveBeenCalledTimes(6)
})

test('a file that is refused for what it is is not sent again', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(token)
  vi.spyOn(api, 'upload').mockRejectedValue(new ApiError(422, 422, '请上传规定的格式文件'))
  await expect(uploadFile(file, { pause: async () => {} })).rejects.toThrow('请上传规定的格式文件')
  expect(post).toHaveBeenCalledTimes(1)
})
