import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { invalid } from '../../../platform/http/errors.ts'
import type { Kind } from './kind.ts'

/** An A3 page scanned at 600 dpi has 70 million pixels. */
const MAX_PIXELS = 100_000_000
const THUMB_EDGE = 320
/** How many pictures are decoded at once, as each may take hundreds of megabytes; further ones wait. */
const MAX_RUNNING = 2

// The cache of `sharp` would keep removed files open.
sharp.cache(false)

/** Decodes a whole png or jpg and writes its thumbnail, a JPEG the right way up. Throws 422 if it cannot be decoded completely. */
export async function makeThumb(path: string, kind: Kind, target: string): Promise<void> {
  const thumb = await withSlot(async () => {
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

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The slot is passed to the first in the queue directly, so that a newcomer cannot take it.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
