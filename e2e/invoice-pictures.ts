import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
// Given as bytes, as the library would fetch it from the network.
prepareZXingModule({ overrides: { wasmBinary: readFileSync(WASM).buffer as ArrayBuffer } })

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A white page with a QR code; `''`: without one. */
export async function invoicePicture(name: string, code: string): Promise<Upload> {
  const page = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#fff' } })
  if (code !== '') {
    const { image, error } = await writeBarcode(code, { format: 'QRCode', scale: 6 })
    if (!image) throw new Error(error)
    page.composite([{ input: Buffer.from(await image.arrayBuffer()), left: 60, top: 60 }])
  }
  return { name, mimeType: 'image/jpeg', buffer: await page.jpeg().toBuffer() }
}
