import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'

/** The largest picture: an A3 page scanned at 600 dpi has 70 million pixels. */
const MAX_PIXELS = 100_000_000
/** No further attempt begins after this work; one takes about 20 ms, on a noisy picture up to half a second. */
const LIMIT_MS = 3_000
/** The longer edge in px in the first attempts: a code of 200 px in a photograph of 4,000 still has 100. */
const EDGE = 2_000
/** The longer edge in the last attempts, for a small code in a large scan. */
const LARGE_EDGE = 4_500
/** Different codes of one picture that are reported. */
const MAX_CODES = 8

const OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: true,
  maxNumberOfSymbols: MAX_CODES,
}

/** Milliseconds that this process has worked. Unlike a clock it stands still while other programs have the processor, so that they do not lose a code. */
export function workedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

let ready = false

/** Loads the decoder from its package: by default it would be fetched from a CDN. */
async function prepare(): Promise<void> {
  if (ready) return
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(await readFile(path)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  // One thread: several would take the processors from a server.
  sharp.concurrency(1)
  ready = true
}

type Change = (image: Sharp) => Sharp

interface Attempt {
  edge: number
  change?: Change
  options?: ReaderOptions
}

/** The most helpful attempts first: unchanged, smaller (noise), sharper (blur), one threshold (print), larger (a small code). */
const ATTEMPTS: readonly Attempt[] = [
  { edge: EDGE },
  { edge: 1_100 },
  { edge: EDGE, change: (image) => image.normalise().sharpen({ sigma: 2 }) },
  { edge: EDGE, options: { binarizer: 'GlobalHistogram' } },
  { edge: EDGE, change: (image) => image.median(3).normalise() },
  { edge: LARGE_EDGE },
  { edge: LARGE_EDGE, change: (image) => image.normalise().sharpen({ sigma: 1.5 }) },
  { edge: 700, change: (image) => image.normalise() },
]

/**
 * The texts of the QR codes in a picture (png or jpg, a path or its bytes): upside down, at an angle, blurred. Several attempts within three seconds of work;
 * none found is an empty list. Throws for a picture that cannot be decoded or has more than 100 million pixels.
 */
export async function readQrCodes(picture: string | Buffer, limitMs = LIMIT_MS): Promise<string[]> {
  await prepare()
  const began = workedMs()
  for (const [index, { edge, change, options }] of ATTEMPTS.entries()) {
    if (index > 0 && workedMs() - began > limitMs) break
    const texts = await attempt(picture, edge, change, { ...OPTIONS, ...options })
    if (texts.length > 0) return texts
  }
  return []
}

async function attempt(
  picture: string | Buffer,
  edge: number,
  change: Change | undefined,
  options: ReaderOptions,
): Promise<string[]> {
  const image = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .grayscale()
  const { data, info } = await (change ? change(image) : image).raw().toBuffer({ resolveWithObject: true })
  const found = await readBarcodes(
    // The parameter has the DOM's type ImageData, but the decoder reads only these three fields.
    { data: opaque(data, info), width: info.width, height: info.height } as unknown as Parameters<
      typeof readBarcodes
    >[0],
    options,
  )
  return [...new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))]
}

/** Grey pixels as RGBA. The decoder does not check the length: of a shorter buffer it would read what an earlier picture left behind. */
function opaque(grey: Buffer, { width, height, channels }: OutputInfo): Uint8ClampedArray {
  if (channels !== 1 || grey.length !== width * height)
    throw new Error(`${channels} channels and ${grey.length} bytes for ${width} × ${height} grey pixels`)
  const pixels = new Uint32Array(grey.length)
  for (const [index, value] of grey.entries()) pixels[index] = (0xff000000 | (value * 0x010101)) >>> 0
  return new Uint8ClampedArray(pixels.buffer)
}
