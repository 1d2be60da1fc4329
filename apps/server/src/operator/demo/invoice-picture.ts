import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

let ready: Promise<unknown> | undefined

/** Loads the encoder from its package: by default it would be fetched from a CDN. */
async function prepare(): Promise<void> {
  ready ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')).then(
    (file) =>
      prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true }),
  )
  await ready
}

/** An SVG path of a QR code, one unit per module, and its size in modules. */
async function qrPath(text: string): Promise<{ path: string; size: number }> {
  await prepare()
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', scale: 1, addQuietZones: false })
  if (error) throw new Error(error)
  const { data, width } = symbol
  const dark = Array.from(data, (value, at) =>
    value === 0 ? `M${at % width} ${Math.floor(at / width)}h1v1h-1z` : '',
  )
  return { path: dark.join(''), size: width }
}

/** The segments of a digit on a seven-segment display, from the top clockwise, the middle last. */
const SEGMENTS: Readonly<Record<string, string>> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abged',
  '3': 'abgcd',
  '4': 'fgbc',
  '5': 'afgcd',
  '6': 'afgedc',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  '-': 'g',
}
const STROKES: Readonly<Record<string, string>> = {
  a: 'M0 0h8',
  b: 'M8 0v8',
  c: 'M8 8v8',
  d: 'M0 16h8',
  e: 'M0 8v8',
  f: 'M0 0v8',
  g: 'M0 8h8',
}

/** Digits drawn as strokes, as a server may have no fonts. */
export function digits(text: string, x: number, y: number, scale = 1): string {
  const paths = [...text].map((digit, index) => {
    const strokes = [...(SEGMENTS[digit] ?? '')].map((segment) => STROKES[segment]).join('')
    return `<path transform="translate(${index * 13} 0)" d="${digit === '.' ? 'M2 15h2v2h-2z' : strokes}"/>`
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="#1d2a55" stroke-width="1.6">${paths.join('')}</g>`
}

export interface DrawnInvoice {
  /** The text of the QR code. */
  coded: string
  number: string
  date: string
  /** Yuan. */
  amount: string
}

/** An invoice's form as SVG of 1200 × 760, its QR code of `qr` px at the left, without words. */
export async function invoiceSvg({ coded, number, date, amount }: DrawnInvoice, qr = 150): Promise<string> {
  const { path, size } = await qrPath(coded)
  const rows = Array.from({ length: 7 }, (_, row) => `M40 ${250 + row * 48}h1120`).join('')
  const columns = [300, 470, 560, 680, 830, 930].map((x) => `M${x} 250v288`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 760" width="1200" height="760">
    <rect width="1200" height="760" fill="#fdfcf8"/>
    <g transform="translate(40 36) scale(${qr / size})" shape-rendering="crispEdges"><path d="${path}" fill="#111"/></g>
    <path d="M430 70h340M430 76h340" stroke="#9a4a2e" stroke-width="2"/>
    <ellipse cx="600" cy="66" rx="92" ry="46" fill="none" stroke="#c8322b" stroke-width="3" opacity="0.75"/>
    <path d="M40 206h1120v520h-1120z${rows}${columns}M40 586h1120M600 206v44M600 586v140" fill="none" stroke="#9a4a2e" stroke-width="1.5"/>
    ${digits(number, 850, 60)}${digits(date, 850, 96)}${digits(amount, 950, 554, 1.2)}
  </svg>`
}

/** A scan of an invoice as JPEG, 960 px wide. */
export async function invoicePicture(invoice: DrawnInvoice): Promise<Buffer> {
  const svg = (await invoiceSvg(invoice)).replace('width="1200" height="760"', 'width="960" height="608"')
  return await sharp(Buffer.from(svg)).jpeg({ quality: 75 }).toBuffer()
}
