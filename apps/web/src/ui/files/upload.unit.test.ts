import { attachmentApi } from '@pianzhang/contract/api/sessions'
import { UPLOAD_KEY } from '@pianzhang/contract/attachments'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, read } from '../../platform/api/api.ts'
import { postForm } from '../../platform/api/upload.ts'
import { refuse, UploadFailed, uploadFile, uploadKey } from './upload.ts'

vi.mock('../../platform/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../platform/api/api.ts')>()),
  read: vi.fn(),
}))
vi.mock('../../platform/api/upload.ts', () => ({ postForm: vi.fn() }))

afterEach(() => {
  vi.restoreAllMocks()
  vi.mocked(postForm).mockReset()
  vi.mocked(read).mockReset()
})

test.each(['发票 01.JPG', `${'长'.repeat(300)}.png`, 'a/b\u0000.jpeg', '.png', '😀.jpg'])(
  '%s has a key the server takes',
  (name) => {
    expect(uploadKey(name, 1_795_000_000_000)).toMatch(UPLOAD_KEY)
  },
)

test('kind and size are refused, each in its words', () => {
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
const token = { token: 't', upload_url: '/up', key: 'k' }

const why = async (sending: Promise<unknown>) => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UploadFailed)
  const { message, why, refusal } = error as UploadFailed
  return { message, why, refusal }
}

test('six retries, each with a fresh token, then 上传文件失败', async () => {
  const post = vi.mocked(read).mockResolvedValue(token)
  const upload = vi.mocked(postForm).mockRejectedValue(new ApiError(0, -1, '无法连接'))
  const notes: string[] = []
  const sending = uploadFile(file, { onRetry: (note) => notes.push(note), pause: async () => {} })
  expect(await why(sending)).toEqual({ message: '上传文件失败', why: '无法连接', refusal: undefined })
  expect(notes).toEqual([1, 2, 3, 4, 5, 6].map((retry) => `上传失败，正在重试（${retry}/6）`))
  expect(post).toHaveBeenCalledTimes(7)
  expect(upload).toHaveBeenCalledTimes(7)
})

test('a file that is refused for what it is is not sent again', async () => {
  const post = vi.mocked(read).mockResolvedValue(token)
  vi.mocked(postForm).mockRejectedValue(new ApiError(422, 422, '请上传规定的格式文件'))
  expect(await why(uploadFile(file, { pause: async () => {} }))).toMatchObject({
    message: '上传文件失败',
    refusal: '请上传规定的格式文件',
  })
  expect(post).toHaveBeenCalledTimes(1)
})

test('without a token the file is named, after six retries too', async () => {
  const post = vi.mocked(read).mockRejectedValue(new ApiError(500, 500, '服务异常'))
  const sent = vi.mocked(postForm)
  expect(await why(uploadFile(file, { pause: async () => {} }))).toEqual({
    message: 'a.jpg上传失败',
    why: '服务异常',
    refusal: undefined,
  })
  expect(post).toHaveBeenCalledTimes(7)
  expect(sent).not.toHaveBeenCalled()
})

test('with fields the file goes to the storage, and its own server confirms it; each try has a fresh place', async () => {
  const fields = { policy: 'p', key: 'incoming/1/x' }
  const kept = { code: 'c', file_name: 'a.jpg', file_size: 1, file_url: '/f' }
  let confirmations = 0
  const post = vi.mocked(read).mockImplementation(async ({ path }) => {
    if (path === attachmentApi.uploadToken.path)
      return { ...token, upload_url: 'https://storage.test/', fields } as never
    confirmations += 1
    if (confirmations === 1) throw new ApiError(503, 503, '文件存储（S3）暂时无法使用，请稍后重试')
    return kept as never
  })
  const upload = vi.mocked(postForm)
  upload.mockRejectedValueOnce(new ApiError(0, -1, '无法连接文件存储')).mockResolvedValue(undefined)
  expect(await uploadFile(file, { pause: async () => {} })).toEqual(kept)
  expect(upload).toHaveBeenCalledTimes(3)
  const [url, form] = upload.mock.calls[2] ?? []
  expect(url).toBe('https://storage.test/')
  // The file is last; the upload token is not sent to the storage.
  expect([...(form ?? new FormData()).keys()]).toEqual(['policy', 'key', 'file'])
  expect(post.mock.calls.map(([{ path }]) => path.split('/').at(-1))).toEqual([
    'qinius',
    'qinius',
    'confirm',
    'qinius',
    'confirm',
  ])
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { token: 't', key: 'k' } })
})

test('an upload that is given up is no failure', async () => {
  vi.mocked(read).mockResolvedValue(token)
  vi.mocked(postForm).mockRejectedValue(new DOMException('aborted', 'AbortError'))
  await expect(uploadFile(file, { pause: async () => {} })).rejects.toThrow(DOMException)
})

test('a server that takes no more is asked again when it says, which costs no attempt', async () => {
  vi.mocked(read).mockResolvedValue(token)
  const busy = new ApiError(429, 429, '您同时上传的文件过多', [], undefined, 7)
  const upload = vi.mocked(postForm)
  for (let time = 0; time < 10; time += 1) upload.mockRejectedValueOnce(busy)
  upload.mockRejectedValueOnce(new ApiError(0, -1, '无法连接')).mockResolvedValueOnce('done' as never)
  const [notes, pauses]: [string[], number[]] = [[], []]
  const pause = async (ms: number) => void pauses.push(ms)
  expect(await uploadFile(file, { onRetry: (note) => notes.push(note), pause })).toBe('done')
  expect(pauses).toEqual([...Array(10).fill(7_000), 400])
  expect(notes.slice(-2)).toEqual(['同时上传的文件较多，正在等待', '上传失败，正在重试（1/6）'])

  upload.mockRejectedValue(busy)
  expect(await why(uploadFile(file, { pause: async () => {} }))).toMatchObject({
    why: '您同时上传的文件过多',
  })
})

test('ten at once: four are sent, the others in their order; who is given up makes no room too many', async () => {
  vi.mocked(read).mockResolvedValue(token)
  const open: ((failed: boolean) => void)[] = []
  const upload = vi.mocked(postForm).mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        open.push((failed) =>
          failed ? reject(new ApiError(422, 422, '图片已损坏')) : resolve('done' as never),
        )
      }),
  )
  const sent = (count: number) => expect.poll(() => upload.mock.calls.length).toBe(count)
  const aborter = new AbortController()
  const all = Array.from({ length: 10 }, (_, index) =>
    uploadFile(file, index === 5 ? { signal: aborter.signal } : {}).catch((error: Error) => error.name),
  )
  await sent(4)
  aborter.abort()
  expect(await all[5]).toBe('AbortError')
  open[0]?.(false)
  await sent(5)
  open[1]?.(true)
  await sent(6)
  for (let index = 2; index < 9; index += 1) {
    await expect.poll(() => open.length).toBeGreaterThan(index)
    open[index]?.(false)
  }
  expect((await Promise.all(all)).sort()).toEqual(['AbortError', 'UploadFailed', ...Array(8).fill('done')])
  expect(upload).toHaveBeenCalledTimes(9)
})
