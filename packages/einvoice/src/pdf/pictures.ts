import { getResolvedPDFJS } from 'unpdf'
import type { PdfPage } from './document.ts'

/** Grey pixels, one byte each. */
export interface Picture {
  width: number
  height: number
  grey: Uint8Array
}

const MAX_PICTURES = 20
/** A QR code of version 1 has 21 modules. */
const MIN_EDGE = 21
/** pdf.js: how many bits a pixel has (`ImageKind`). */
const KINDS = { 1: 'bit', 2: 'rgb', 3: 'rgba' } as const

interface PdfImage {
  width?: number
  height?: number
  kind?: keyof typeof KINDS
  data?: Uint8Array | Uint8ClampedArray
}

/** The pictures that a page draws, except those that pdf.js does not give as bits, RGB or RGBA, and the number of its drawing operators. */
export async function picturesOf(page: PdfPage): Promise<{ pictures: Picture[]; operators: number }> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures: Picture[] = []
  for (const [index, operation] of fnArray.entries()) {
    if (pictures.length >= MAX_PICTURES) break
    const [first] = (argsArray[index] ?? []) as unknown[]
    const drawn =
      operation === OPS.paintImageXObject
        ? await objectOf(page, first)
        : operation === OPS.paintImageMaskXObject
          ? await stencilOf(page, first)
          : operation === OPS.paintInlineImageXObject
            ? (first as PdfImage)
            : null
    const picture = drawn && greyOf(drawn)
    if (picture) pictures.push(picture)
  }
  return { pictures, operators: fnArray.length }
}

async function objectOf(page: PdfPage, id: unknown): Promise<PdfImage | null> {
  if (typeof id !== 'string') return null
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  return await new Promise((resolve) => objects.get(id, (image: PdfImage | null) => resolve(image)))
}

/** An image mask with one bit per pixel; 0 is painted, taken as black, which codes are. Its data may be an object of the page. */
async function stencilOf(page: PdfPage, drawn: unknown): Promise<PdfImage | null> {
  const { data } = drawn as { data?: unknown }
  const stencil = typeof data === 'string' ? await objectOf(page, data) : (drawn as PdfImage)
  return stencil && { ...stencil, kind: 1 }
}

function greyOf({ width = 0, height = 0, kind, data }: PdfImage): Picture | null {
  if (!data || !kind || width < MIN_EDGE || height < MIN_EDGE) return null
  const grey = new Uint8Array(width * height)
  if (KINDS[kind] === 'bit') {
    const rowBytes = (width + 7) >> 3
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        grey[y * width + x] = ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0
    return { width, height, grey }
  }
  const channels = KINDS[kind] === 'rgb' ? 3 : 4
  for (let at = 0; at < grey.length; at++) {
    const from = at * channels
    const mean = ((data[from] ?? 0) + (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) / 3
    // Transparent is the white of the paper.
    const alpha = channels === 4 ? (data[from + 3] ?? 255) / 255 : 1
    grey[at] = Math.round(255 + (mean - 255) * alpha)
  }
  return { width, height, grey }
}
