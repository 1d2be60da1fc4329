import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, read } from '../../platform/api/api.ts'
import { postForm } from '../../platform/api/upload.ts'
import { type FormImage, IMAGE_TYPES, takeFiles, unsent } from './images.ts'

vi.mock('../../platform/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../platform/api/api.ts')>()),
  read: vi.fn(),
}))
vi.mock('../../platform/api/upload.ts', () => ({ postForm: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.mocked(postForm).mockReset()
  vi.mocked(read).mockReset()
})

const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => new File(['x'], `票${index + 1}.png`))
const attachment = (code: string) => ({ code, file_name: '票.png', file_size: 1, file_url: '/f' })

/** A form's field: the images it shows and the messages beside it. */
function field(present: readonly FormImage[] = [], types?: readonly string[]) {
  let images = present
  const said: string[] = []
  const given = new AbortController()
  return {
    images: () => images,
    said,
    given,
    take: (files: readonly File[]) =>
      takeFiles(files, {
        present: images.length,
        most: 10,
        types,
        change: (change) => {
          images = change(images)
        },
        refused: (why) => said.push(why),
        signal: given.signal,
      }),
  }
}
const settled = () => vi.advanceTimersByTimeAsync(60_000)

/** A storage that accepts every file. */
function storage() {
  let count = 0
  const token = vi
    .mocked(read)
    .mockImplementation(
      async () =>
        ({ token: `t${++count}`, upload_url: 'https://storage.example/up', key: `k${count}` }) as never,
    )
  const sent: Record<string, unknown>[] = []
  const upload = vi.mocked(postForm).mockImplementation(async (url, form, onProgress) => {
    sent.push({ url, ...Object.fromEntries(form as unknown as Iterable<[string, unknown]>) })
    onProgress?.(0.5)
    return attachment(`a${sent.length}`) as never
  })
  return { token, upload, sent }
}

describe('pictures of a form', () => {
  test('each has a token of its own, goes to the storage with its key, and is the attachment that came back', async () => {
    const { sent } = storage()
    const { take, images, said } = field()
    const [one, two] = pictures(2)
    take(pictures(2))
    expect(images().map(({ name, percent }) => [name, percent])).toEqual([
      ['票1.png', 0],
      ['票2.png', 0],
    ])
    await settled()
    expect(sent).toMatchObject([
      { url: 'https://storage.example/up', token: 't1', key: 'k1', file: { name: one?.name } },
      { url: 'https://storage.example/up', token: 't2', key: 'k2', file: { name: two?.name } },
    ])
    expect(images().map((image) => [image.attachment?.code, image.percent, image.error])).toEqual([
      ['a1', undefined, undefined],
      ['a2', undefined, undefined],
    ])
    expect(said).toEqual([])
  })

  test('eleven at once, or one beside ten: ten stay, and it is said', async () => {
    const { upload } = storage()
    const { take, images, said } = field()
    take(pictures(11))
    await settled()
    expect(images().map(({ name }) => name)).toEqual(pictures(10).map(({ name }) => name))
    expect(said).toEqual(['您一次最多只能上传10个文件，未上传：票11.png'])
    take(pictures(1))
    await settled()
    expect(said).toHaveLength(2)
    expect(upload).toHaveBeenCalledTimes(10)
  })

  test('one that is too large or of another kind is named and takes no place', async () => {
    storage()
    const { take, images, said } = field()
    const large = new File([], '大.png')
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
    take([large, new File(['x'], '合同.pdf'), new File(['x'], '报价.docx'), ...pictures(10)])
    await settled()
    expect(said).toEqual([
      '大.png：文件过大(10MB). 上传文件最大支持: 10MB.',
      '合同.pdf、报价.docx：请上传规定的格式文件',
    ])
    expect(images()).toHaveLength(10)
  })

  test('a field that also takes PDFs', async () => {
    storage()
    const { take, images, said } = field([], [...IMAGE_TYPES, 'pdf'])
    take([new File(['x'], '合同.pdf'), new File(['x'], '合同.docx')])
    expect(unsent(images())).toBe('文件上传中，请稍候')
    await settled()
    expect(images().map(({ name }) => name)).toEqual(['合同.pdf'])
    expect(said).toEqual(['合同.docx：请上传规定的格式文件'])
    expect(unsent(images())).toBeUndefined()
  })

  test('without a token: retried six times, which is seen, then 上传失败 by its name; it can be tried again', async () => {
    const { token } = storage()
    token.mockRejectedValue(new ApiError(0, -1, '无法连接服务器'))
    const { take, images } = field()
    take(pictures(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(images()[0]).toMatchObject({ note: '上传失败，正在重试（1/6）' })
    await vi.advanceTimersByTimeAsync(400)
    expect(images()[0]).toMatchObject({ note: '上传失败，正在重试（2/6）' })
    await settled()
    expect(token).toHaveBeenCalledTimes(7)
    expect(images()[0]).toMatchObject({ error: '票1.png上传失败', file: { name: '票1.png' } })
    expect(unsent(images())).toBe('票1.png上传失败')
    expect(images()[0]?.note).toBeUndefined()
  })

  test('one that the server refuses says why, and cannot be tried again', async () => {
    const { upload } = storage()
    upload.mockRejectedValue(new ApiError(422, 422, '图片已损坏'))
    const { take, images } = field()
    take(pictures(1))
    await settled()
    expect(upload).toHaveBeenCalledTimes(1)
    expect(images()[0]).toMatchObject({ error: '图片已损坏', file: undefined })
    expect(unsent(images())).toBe('票1.png：图片已损坏')
  })

  test('a form that is given up ends them without a word', async () => {
    const { upload } = storage()
    upload.mockImplementation(
      (_url, _form, _progress, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const { take, images, given } = field()
    take(pictures(1))
    await vi.advanceTimersByTimeAsync(0)
    given.abort()
    await settled()
    expect(images()[0]?.error).toBeUndefined()
    expect(upload).toHaveBeenCalledTimes(1)
  })
})
