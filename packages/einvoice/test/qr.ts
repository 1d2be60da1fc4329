import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
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

/** A QR code as grey pixels without a border, `scale` of them for each module. */
export async function qrPicture(text: string, scale: number) {
  await prepare()
  const { symbol } = await writeBarcode(text, { format: 'QRCode', scale, addQuietZones: false })
  return { width: symbol.width, height: symbol.height, grey: Uint8Array.from(symbol.data) }
}

/** A form as SVG of 1200 × 760: a QR code of 200 px at the left, a seal, a table. */
export async function formSvg(coded: string): Promise<string> {
  const { width, grey } = await qrPicture(coded, 1)
  const dark = Array.from(grey, (value, at) =>
    value === 0 ? `M${at % width} ${Math.floor(at / width)}h1v1h-1z` : '',
  )
  const rows = Array.from({ length: 9 }, (_, row) => `M40 ${250 + row * 48}h1120`)
  const columns = [300, 470, 680, 830].map((x) => `M${x} 250v384`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 760" width="1200" height="760">
    <rect width="1200" height="760" fill="#fdfcf8"/>
    <g transform="translate(40 36) scale(${200 / width})" shape-rendering="crispEdges"><path d="${dark.join('')}" fill="#111"/></g>
    <ellipse cx="600" cy="66" rx="92" ry="46" fill="none" stroke="#c8322b" stroke-width="3"/>
    <path d="${rows.join('')}${columns.join('')}" fill="none" stroke="#9a4a2e" stroke-width="1.5"/></svg>`
}
