import { expect, test } from 'vitest'
import { codesOf } from '../src/codes.ts'
import { qrPicture } from './qr.ts'

const CODED = '01,32,,26427000000241649137,248.49,20260317,,A1B2'
const LIMIT_MS = 3_000

test.each([1, 2, 4, 12])('a code of %d pixels for each module, without a border', async (scale) => {
  expect(await codesOf([await qrPicture(CODED, scale)], LIMIT_MS)).toEqual([CODED])
})

test('among a seal and a logo', async () => {
  const grey = Uint8Array.from({ length: 120 * 80 }, (_, at) => (at * 31) % 256)
  const pictures = [
    { width: 120, height: 80, grey },
    await qrPicture(CODED, 3),
    await qrPicture('https://example.com', 3),
  ]
  expect(await codesOf(pictures, LIMIT_MS)).toEqual([CODED, 'https://example.com'])
})

test('no picture has no code', async () => expect(await codesOf([], LIMIT_MS)).toEqual([]))
