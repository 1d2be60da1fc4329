import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { invalid } from '../../platform/errors.ts'
import type { Kind } from './kind.ts'

/** An A3 page scanned at 600 dpi has 70 million. */
const MAX_PIXELS = 100_000_000
const THUMB_EDGE = 320
/** A decoded picture may take hundreds of megabytes: more at once wait. */
const AT_ONCE = 2

// Its cache would hold on to files that are gone.
sharp.cache(false)

/** Decodes a whole png or jpg and writes its thumbnail, a JPEG the right way up. Throws 422 if it is no good picture. */
export async function makeThumb(path: string, kind: Kind, target: string): Promise<void> {
  const thumb = await inTurn(async () => {
    try {
      const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      const { format } = await image.metadata()
      if (format !== (kind === 'jpg' ? 'jpeg' : 'png')) return null
      return await image
        .autoOrient()
        .resize(THUMB_EDGE, THUMB_EDGE, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .jpeg({ quality: 78 })
        .toBuffer()
    } catch {
      return null
    }
  })
  if (!thumb) throw invalid([{ field: 'file', message: '图片已损坏或尺寸过大，请检查后重新上传' }])
  await writeFile(target, thumb, { mode: 0o600, flag: 'wx' })
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The place goes straight to the next one, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
