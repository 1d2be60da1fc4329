import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { codesOf } from '../../../../src/modules/invoices/originals/codes.ts'
import type { Picture } from '../../../../src/modules/invoices/originals/pdf/pictures.ts'

const CODED = '01,32,,26427000000241649137,248.49,20260317,,A1B2'

beforeAll(async () => {
  const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true })
})

/** Without a border, `scale` pixels for each module. */
async function qrPicture(text: string, scale: number): Promise<Picture> {
  const { symbol } = await writeBarcode(text, { format: 'QRCode', scale, addQuietZones: false })
  return { width: symbol.width, height: symbol.height, grey: Uint8Array.from(symbol.data) }
}

test.each([1, 2, 4, 12])('a code of %d pixels for each module, without a border', async (scale) => {
  expect(await codesOf([await qrPicture(CODED, scale)])).toEqual([CODED])
})

test('among a seal and a logo', async () => {
  const grey = Uint8Array.from({ length: 120 * 80 }, (_, at) => (at * 31) % 256)
  const pictures = [
    { width: 120, height: 80, grey },
    await qrPicture(CODED, 3),
    await qrPicture('https://example.com', 3),
  ]
  expect(await codesOf(pictures)).toEqual([CODED, 'https://example.com'])
})

test('no picture has no code', async () => expect(await codesOf([])).toEqual([]))
