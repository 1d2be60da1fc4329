import { type Attachment, SHEET_LIMIT, UPLOAD_LIMIT, UPLOAD_TRIES } from '@pianzhang/contract/attachments'
import { ApiError, api } from '../app/api.ts'

/** The seeds' words (002 §5 and §8, 000 §8). */
export const UPLOAD_TEXTS = {
  tooLarge: '文件过大(10MB). 上传文件最大支持: 10MB.',
  sheetTooLarge: '文件过大(50MB). 上传文件最大支持: 50MB.',
  tooMany: (most: number) => `您一次最多只能上传${most}个文件`,
  wrongType: '请上传规定的格式文件',
  failed: '上传文件失败',
  noToken: (name: string) => `${name}上传失败`,
  again: (attempt: number) => `上传失败，正在重试（${attempt}/${UPLOAD_TRIES}）`,
} as const

const extension = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** What is wrong with a file before it is sent; undefined: nothing. The server looks at its content. */
export function refuse(file: Pick<File, 'name' | 'size'>, extensions: readonly string[]): string | undefined {
  if (!extensions.includes(extension(file.name))) return UPLOAD_TEXTS.wrongType
  const sheet = extension(file.name) === 'xlsx'
  if (file.size > (sheet ? SHEET_LIMIT : UPLOAD_LIMIT))
    return sheet ? UPLOAD_TEXTS.sheetTooLarge : UPLOAD_TEXTS.tooLarge
  return undefined
}

/** `manager/attachments/<name>-<timestamp>.<ext>`: what the storage would refuse in a name is left out, an overlong one is cut. */
export function uploadKey(name: string, now: number): string {
  const stem = name.slice(0, -extension(name).length - 1).replace(/[/\p{Cc}\p{Cs}]/gu, '')
  return `manager/attachments/${[...stem].slice(0, 80).join('') || '文件'}-${now}.${extension(name)}`
}

/** An upload that came to nothing. The message is the seeds': without a token 002 §5, else 000 §8. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
  /** What the server said of the file itself, with which sending it again cannot help. */
  readonly refusal: string | undefined
  /** What was said of this failure, for where there is room. */
  readonly why: string

  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.why = cause instanceof ApiError ? cause.message : ''
    this.refusal = cause instanceof ApiError && [413, 415, 422].includes(cause.code) ? this.why : undefined
  }
}

interface Callbacks {
  onProgress?: (share: number) => void
  /** Before attempt 2, 3 … 6. */
  onRetry?: (attempt: number) => void
  signal?: AbortSignal
  /** Between two attempts; a test passes none. */
  pause?: (attempt: number) => Promise<void>
}

/** Attachments with links of a new hour; what is gone, or not for this person, is left out. */
export const freshAttachments = async (codes: readonly string[]): Promise<Attachment[]> =>
  (await api.get<{ items: Attachment[] }>('/api/common/attachments', { codes }, { handled: true })).data.items

/** Whether a signed link has ended, or will before it can be used. */
export function hasEnded(link: string, now = Date.now()): boolean {
  const expires = /[?&]expires=(\d+)/.exec(link)?.[1]
  return expires !== undefined && Number(expires) * 1000 < now + 5_000
}

const wait = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400 * attempt))

/** Trying the same file again cannot help: it is refused for what it is, or nobody is signed in any more. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  [401, 403, 413, 415, 422, 507, 50008, 50012, 50014, 300009, 300011].includes(error.code)

/** Sends a file to the storage: up to 6 attempts, each with a fresh token. Throws UploadFailed for the last failure, or an AbortError. */
export async function uploadFile(
  file: File,
  { onProgress, onRetry, signal, pause = wait }: Callbacks = {},
): Promise<Attachment> {
  for (let attempt = 1; ; attempt++) {
    let failed: string = UPLOAD_TEXTS.noToken(file.name)
    try {
      onProgress?.(0)
      const { data } = await api.post<{ token: string; upload_url: string; key: string }>(
        '/api/common/qinius',
        { key: uploadKey(file.name, Date.now()) },
        { handled: true, ...(signal ? { signal } : {}) },
      )
      failed = UPLOAD_TEXTS.failed
      const form = new FormData()
      form.append('token', data.token)
      form.append('key', data.key)
      form.append('file', file)
      return await api.upload<Attachment>(data.upload_url, form, onProgress, signal)
    } catch (error) {
      if (error instanceof DOMException) throw error
      if (attempt >= UPLOAD_TRIES || isFinal(error)) throw new UploadFailed(failed, error)
      onRetry?.(attempt + 1)
      await pause(attempt)
    }
  }
}
