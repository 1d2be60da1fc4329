import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readQrCodes } from '../src/qr-codes.ts'
import { photograph, type Shot } from './photograph.ts'
import { formSvg } from './qr.ts'

const CODED = '01,32,,26112000000000000002,1234.50,20241102,,A1B2'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'einvoice-qr-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A png whose header says 20,000 × 20,000. */
async function hugePng(): Promise<Buffer> {
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  file.writeUInt32BE(20_000, 16)
  file.writeUInt32BE(20_000, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

let files = 0
async function read(picture: Buffer): Promise<string[]> {
  files += 1
  const path = join(folder, String(files))
  await writeFile(path, picture)
  // Enough time for all attempts, however slow the machine is.
  return await readQrCodes(path, 60_000)
}

describe('the QR code of a picture', () => {
  it.each<[string, Shot]>([
    ['rotated and compressed', { angle: -10, quality: 50, blur: 1 }],
    ['upside down', { angle: 180 }],
    ['photographed at an angle', { shear: 0.2, angle: 4, quality: 60 }],
    ['blurred', { blur: 2.2, quality: 50 }],
    ['in a photograph of 12 million pixels', { width: 4000, quality: 60, angle: 3 }],
  ])('is read: %s', async (_, shot) => {
    expect(await read(await photograph(await formSvg(CODED), shot))).toEqual([CODED])
  })

  it('is read in a png, and by the orientation of the camera', async () => {
    const picture = Buffer.from(await formSvg(CODED))
    expect(await read(await sharp(picture).png().toBuffer())).toEqual([CODED])
    expect(await read(await sharp(picture).withMetadata({ orientation: 6 }).jpeg().toBuffer())).toEqual([
      CODED,
    ])
  })

  it('is none in noise; a picture that is none, or too large, is an error', async () => {
    const noise = sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
    expect(await read(await noise.jpeg().toBuffer())).toEqual([])
    await expect(read(Buffer.from('%PDF-1.7'))).rejects.toThrow()
    await expect(read(await hugePng())).rejects.toThrow(/pixel/)
  })
})
