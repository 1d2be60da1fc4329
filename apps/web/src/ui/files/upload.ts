import { attachmentApi } from '@pianzhang/contract/api/sessions'
import { type Attachment, SHEET_LIMIT, UPLOAD_LIMIT, UPLOAD_RETRIES } from '@pianzhang/contract/attachments'
import { ApiError, read } from '../../platform/api/api.ts'
import type { CallOptions } from '../../platform/api/endpoint.ts'
import { postForm } from '../../platform/api/upload.ts'
import { serverTime } from '../../platform/clock.ts'

/** Messages of uploads, as the specification words them. */
export const UPLOAD_TEXTS = {
  tooLarge: '文件过大(10MB). 上传文件最大支持: 10MB.',
  sheetTooLarge: '文件过大(50MB). 上传文件最大支持: 50MB.',
  tooMany: (most: number, left: readonly string[]) =>
    `您一次最多只能上传${most}个文件，未上传：${fileNames(left)}`,
  wrongType: '请上传规定的格式文件',
  failed: '上传文件失败',
  noToken: (name: string) => `${name}上传失败`,
  again: (retry: number) => `上传失败，正在重试（${retry}/${UPLOAD_RETRIES}）`,
  waiting: '同时上传的文件较多，正在等待',
} as const

const NAMED = 5
/** 甲.docx、乙.docx等7个文件 */
export const fileNames = (names: readonly string[]): string =>
  names.slice(0, NAMED).join('、') + (names.length > NAMED ? `等${names.length}个文件` : '')

const extension = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** What is wrong with a file before it is sent; undefined: nothing. The server checks its content. */
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

/** A failed upload. The message tells a missing upload token from any other failure. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
  /** The server's reason for refusing the file itself; a retry cannot help. */
  readonly refusal: string | undefined
  /** The failure's message. */
  readonly why: string

  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.why = cause instanceof ApiError ? cause.message : ''
    this.refusal = cause instanceof ApiError && [413, 415, 422].includes(cause.code) ? this.why : undefined
  }
}

interface Callbacks {
  onProgress?: (share: number) => void
  /** Called with the text to show, before each retry and before waiting for a busy server. */
  onRetry?: (note: string) => void
  signal?: AbortSignal
  /** Milliseconds between two attempts; a test passes none. */
  pause?: (ms: number) => Promise<void>
}

/** Attachments with fresh links; those deleted or not accessible are left out. */
export const freshAttachments = async (codes: readonly string[]): Promise<Attachment[]> =>
  (await read(attachmentApi.attachments, { query: { codes }, handled: true })).items

/** Whether a signed link has ended, or will before it can be used. */
export function hasEnded(link: string, now = serverTime().getTime()): boolean {
  const expires = /[?&]expires=(\d+)/.exec(link)?.[1]
  return expires !== undefined && Number(expires) * 1000 < now + 5_000
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The server allows 20 uploads per person; two of a browser's six connections per host stay free for other calls. */
const AT_ONCE = 4
/** A busy answer does not count as an attempt, but the total wait is limited. */
const MOST_WAITING_S = 300
const RETRY_AFTER_S = 5

let sending = 0
const queue: (() => void)[] = []

/** Resolves when fewer than `AT_ONCE` uploads run, in the order of the calls; `endTurn` must follow. */
async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  if (sending < AT_ONCE) {
    sending += 1
    return
  }
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      queue.splice(queue.indexOf(start), 1)
      reject(new DOMException('aborted', 'AbortError'))
    }
    queue.push(start)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

function endTurn(): void {
  const start = queue.shift()
  if (start) start()
  else sending -= 1
}

/** No retry: the file itself is refused, or the session has ended. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  [401, 403, 413, 415, 422, 507, 50008, 50012, 50014, 300009, 300011].includes(error.code)

/** Confirms a direct upload to the storage. Without a timeout, as the server downloads and checks the file first. */
const confirmed = (token: string, key: string, options: CallOptions): Promise<Attachment> =>
  read(attachmentApi.confirmUpload, { body: { token, key }, ...options, timeout: 0 })

/**
 * Sends a file to the storage and retries up to 6 times, each time with a fresh token; a few files at once, the others wait for their turn. Throws UploadFailed
 * for the last failure, or an AbortError.
 */
export async function uploadFile(
  file: File,
  { onProgress, onRetry, signal, pause = wait }: Callbacks = {},
): Promise<Attachment> {
  let waited = 0
  for (let retries = 0; ; ) {
    let failed: string = UPLOAD_TEXTS.noToken(file.name)
    try {
      onProgress?.(0)
      await takeTurn(signal)
      try {
        const options = { handled: true as const, ...(signal ? { signal } : {}) }
        const data = await read(attachmentApi.uploadToken, {
          body: { key: uploadKey(file.name, Date.now()) },
          ...options,
        })
        failed = UPLOAD_TEXTS.failed
        const { token, key, upload_url, fields } = data
        // The file comes last: a storage reads policy and key from the fields before the file, and ignores later ones.
        const form = new FormData()
        for (const [name, value] of Object.entries(fields ?? { token, key })) form.append(name, value)
        form.append('file', file)
        const kept = await postForm<Attachment>(upload_url, form, onProgress, signal)
        return kept ?? (await confirmed(token, key, options))
      } finally {
        endTurn()
      }
    } catch (error) {
      if (error instanceof DOMException) throw error
      if (error instanceof ApiError && error.status === 429 && waited < MOST_WAITING_S) {
        const seconds = error.retryAfter ?? RETRY_AFTER_S
        waited += seconds
        onRetry?.(UPLOAD_TEXTS.waiting)
        await pause(seconds * 1000)
        continue
      }
      if (retries >= UPLOAD_RETRIES || isFinal(error)) throw new UploadFailed(failed, error)
      retries += 1
      onRetry?.(UPLOAD_TEXTS.again(retries))
      await pause(400 * retries)
    }
  }
}
