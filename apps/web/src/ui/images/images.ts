import type { Attachment } from '@pianzhang/contract/attachments'
import {
  fileNames,
  freshAttachments,
  hasEnded,
  refuse,
  UPLOAD_TEXTS,
  UploadFailed,
  uploadFile,
} from '../files/upload.ts'

/** A picture or PDF of a form: stored (`attachment`), uploading (`percent`), or failed (`error`). */
export interface FormImage {
  key: string
  name: string
  attachment?: Attachment
  percent?: number
  /** 上传失败，正在重试（2/6） */
  note?: string
  error?: string
  /** Kept until it is stored, so that the upload can be retried. */
  file?: File
}

/**
 * Changes the list by a function of the old one: an upload outlives the field that began it, and other uploads change the list meanwhile.
 */
export type ChangeImages = (change: (old: readonly FormImage[]) => readonly FormImage[]) => void

export const IMAGE_TYPES = ['png', 'jpg', 'jpeg', 'jfif', 'jpe', 'heic', 'heif'] as const
/** A scan may have several pages. */
export const SCAN_TYPES = [...IMAGE_TYPES, 'pdf'] as const

/** Opens a file that is no picture in a tab of the browser. */
export const openFile = ({ file_url }: Attachment): void => void window.open(file_url, '_blank', 'noopener')

/** Stored files as values of a form. */
export const imagesOf = (files: readonly Attachment[]): FormImage[] =>
  files.map((attachment) => ({ key: attachment.code, name: attachment.file_name, attachment }))

/** The codes of the stored files. */
export const codesOf = (images: readonly FormImage[]): string[] =>
  images.flatMap(({ attachment }) => attachment?.code ?? [])

/** Why a form cannot be sent with these files yet; undefined: all are stored. */
export const unsent = (images: readonly FormImage[]): string | undefined => {
  const image = images.find((one) => !one.attachment)
  return image && (image.error === undefined ? '文件上传中，请稍候' : reasonOf(image.name, image.error))
}

/** Which file, and why; some reasons name it already. */
const reasonOf = (name: string, error: string) => (error.includes(name) ? error : `${name}：${error}`)

let last = 0

/** Adds selected, dropped or pasted files: valid ones are uploaded, `refused` names the others, by reason. */
export function takeFiles(
  files: readonly File[],
  {
    present,
    most,
    types = IMAGE_TYPES,
    change,
    refused,
    signal,
  }: {
    present: number
    most: number
    /** Accepted extensions. */
    types?: readonly string[] | undefined
    change: ChangeImages
    refused: (why: string) => void
    signal: AbortSignal
  },
): void {
  const good: File[] = []
  const byReason = new Map<string, string[]>()
  for (const file of files) {
    const why = refuse(file, types)
    if (why === undefined) good.push(file)
    else byReason.set(why, [...(byReason.get(why) ?? []), file.name])
  }
  for (const [why, names] of byReason) refused(`${fileNames(names)}：${why}`)
  const room = Math.max(0, most - present)
  if (good.length > room)
    refused(
      UPLOAD_TEXTS.tooMany(
        most,
        good.slice(room).map(({ name }) => name),
      ),
    )
  for (const file of good.slice(0, room)) {
    const key = `image${++last}`
    change((old) => [...old, { key, name: file.name, percent: 0, file }])
    void sendImage(key, file, change, signal)
  }
}

/** Uploads a picture that is already in the list; progress, retries and result appear there. */
export async function sendImage(
  key: string,
  file: File,
  change: ChangeImages,
  signal: AbortSignal,
): Promise<void> {
  const put = (fields: Partial<FormImage>) =>
    change((old) => old.map((one) => (one.key === key ? { ...one, ...fields } : one)))
  put({ percent: 0, note: undefined, error: undefined })
  try {
    const attachment = await uploadFile(file, {
      signal,
      onProgress: (share) =>
        put({ percent: Math.round(share * 100), ...(share > 0 ? { note: undefined } : {}) }),
      onRetry: (note) => put({ note }),
    })
    put({ attachment, percent: undefined, note: undefined, file: undefined })
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof UploadFailed)) throw error
    // The file itself is refused: shows the server's message, without a retry.
    const { refusal, message, why } = error
    // Without a token the message names the file; with one the reason says which part failed, such as the storage.
    const reason = message === UPLOAD_TEXTS.failed && why ? `${message}：${why}` : message
    put({
      percent: undefined,
      note: undefined,
      error: refusal ?? reason,
      ...(refusal === undefined ? {} : { file: undefined }),
    })
  }
}

/**
 * Signed links expire after an hour; a form or a draft may live longer. Returns the pictures with fresh links, or
 * unchanged where none can be had.
 */
export async function withFreshLinks(
  images: readonly FormImage[],
  change: ChangeImages,
): Promise<FormImage[]> {
  const ended = images.flatMap(({ attachment }) =>
    attachment && hasEnded(attachment.file_url) ? attachment.code : [],
  )
  if (ended.length === 0) return [...images]
  // On failure the tile shows that its picture is missing.
  const fresh = await freshAttachments(ended).catch(() => [])
  const byCode = new Map(fresh.map((attachment) => [attachment.code, attachment]))
  const renew = (all: readonly FormImage[]) =>
    all.map((image) => {
      const attachment = image.attachment && byCode.get(image.attachment.code)
      return attachment ? { ...image, attachment } : image
    })
  if (byCode.size > 0) change(renew)
  return renew(images)
}
