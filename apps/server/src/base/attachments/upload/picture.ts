import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type FileJob, runPictureJob } from '../../../platform/files/file-jobs.ts'
import { Failure, invalid } from '../../../platform/http/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { writeAsJpeg } from './heic.ts'
import type { Kind } from './kind.ts'
import type { Uploader } from './uploader.ts'

/** An A3 page scanned at 600 dpi has 70 million pixels. */
const MAX_PIXELS = 100_000_000
/**
 * Most pixels of a progressive JPEG or an interlaced PNG: no row of these is complete before the file's end, so that they are held whole, in
 * about six bytes a pixel. Cameras of phones have up to 50 million.
 */
const MAX_HELD_PIXELS = 50_000_000
/** A picture of `MAX_PIXELS` takes two seconds. */
const MAX_SECONDS = 15
const THUMB_EDGE = 320

// The cache of `sharp` would keep removed files open.
sharp.cache(false)

interface Picture {
  path: string
  kind: Kind
}

/** Decodes a whole png or jpg; returns its thumbnail, a JPEG the right way up, or null if it cannot be decoded completely. */
async function thumbOf({ path, kind }: Picture): Promise<Buffer | null> {
  try {
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const { format, isProgressive, width, height } = await image.metadata()
    if (format !== (kind === 'jpg' ? 'jpeg' : 'png')) return null
    if (isProgressive && width * height > MAX_HELD_PIXELS) return null
    return await image
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(THUMB_EDGE, THUMB_EDGE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 78 })
      .toBuffer()
  } catch {
    return null
  }
}

/** `thumbOf` in a child process (`workers/file-processes.ts`): decoding may take hundreds of megabytes, and a damaged file may crash the decoder. */
const thumbJob: FileJob<Picture, Uint8Array | null> = {
  name: 'attachment/thumb',
  source: import.meta.url,
  run: (_services, picture) => thumbOf(picture),
}

/** Writes the JPEG of a HEIC photograph to `target`, as `thumbJob` in a child process. */
const jpegJob: FileJob<{ path: string; target: string }, boolean> = {
  name: 'attachment/jpeg',
  source: import.meta.url,
  run: (_services, { path, target }) => writeAsJpeg(path, target, MAX_HELD_PIXELS),
}

export const JOBS = [thumbJob, jpegJob]

/** Writes the thumbnail of a picture that the demo drew, in this process. Throws 422 if it cannot be decoded. */
export async function makeThumb(path: string, kind: Kind, target: string): Promise<void> {
  await writeThumb(await thumbOf({ path, kind }), target)
}

/**
 * Decodes an uploaded picture in a child process and writes its thumbnail to `target`. `gone` aborts when the uploader disconnects. Throws 422 if the
 * picture is damaged, too large or exceeds the process's memory, 503 if no process can be started.
 */
export async function makeUploadedThumb(
  services: Services,
  uploader: Uploader,
  picture: Picture,
  target: string,
  gone: AbortSignal,
): Promise<void> {
  await writeThumb(await inProcess(services, uploader, thumbJob, picture, gone), target)
}

/** Converts an uploaded HEIC photograph to a JPEG at `target` in a child process. Throws as `makeUploadedThumb`. */
export async function makeUploadedJpeg(
  services: Services,
  uploader: Uploader,
  path: string,
  target: string,
  gone: AbortSignal,
): Promise<void> {
  if (!(await inProcess(services, uploader, jpegJob, { path, target }, gone)))
    throw invalid([
      {
        field: 'file',
        message:
          'HEIC 照片已损坏或尺寸过大，请转换为 JPG 后重新上传（iPhone：设置 › 相机 › 格式，选“兼容性最佳”）',
      },
    ])
}

/** What a job answers; null: its process was killed at its memory limit. */
async function inProcess<I, R>(
  services: Services,
  { userCode, companyId }: Uploader,
  job: FileJob<I, R>,
  input: I,
  gone: AbortSignal,
): Promise<R | null> {
  const owner = { person: userCode, company: String(companyId) }
  const caller = { owner, signal: gone, report: () => undefined, emit: async () => undefined }
  return await runPictureJob(services, job, input, caller).catch((error: unknown) => {
    if (gone.aborted) throw new Failure('unavailable')
    if (error instanceof Failure && error.reason === 'invalid') return null
    throw error
  })
}

async function writeThumb(thumb: Uint8Array | null, target: string): Promise<void> {
  if (!thumb) throw invalid([{ field: 'file', message: '图片已损坏或尺寸过大，请检查后重新上传' }])
  await writeFile(target, thumb, { mode: 0o600, flag: 'wx' })
}
