import sharp from 'sharp'
import type { Picture } from './pdf/pictures.ts'
import { readQrCodes, workedMs } from './qr-codes.ts'

/** Narrower pictures are enlarged: a PDF may store a code with 1 px per module. All get the white border that decoders look for. */
const SMALL_PX = 400

/** The texts of the QR codes among the pictures of a page of a PDF, read in `limitMs` of work. */
export async function codesOf(pictures: readonly Picture[], limitMs: number): Promise<string[]> {
  const texts = new Set<string>()
  const began = workedMs()
  for (const picture of pictures) {
    const left = limitMs - (workedMs() - began)
    if (left <= 0) break
    for (const text of await readQrCodes(await withBorder(picture), left)) texts.add(text)
  }
  return [...texts]
}

async function withBorder({ width, height, grey }: Picture): Promise<Buffer> {
  const border = Math.ceil(Math.max(width, height) / 5)
  const bordered = await sharp(grey, { raw: { width, height, channels: 1 } })
    .extend({ top: border, bottom: border, left: border, right: border, background: '#fff' })
    .png()
    .toBuffer()
  if (width >= SMALL_PX) return bordered
  return await sharp(bordered)
    .resize((width + 2 * border) * Math.ceil(SMALL_PX / width), null, { kernel: 'nearest' })
    .png()
    .toBuffer()
}
