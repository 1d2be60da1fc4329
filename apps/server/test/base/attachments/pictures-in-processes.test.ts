import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { invalid } from '../../../src/platform/http/errors.ts'
import { startTestApp } from '../../harness/harness.ts'
import { keyOf, refusedOn, startUploads } from './app.ts'

const uploads = await startUploads(startTestApp({}, { bulk: true }))
const { app, picture, uploaded, upload, get, leavesNothing } = uploads
afterAll(() => app.close())

const runner = app.services.readingRunner
if (!runner) throw new Error('no processes read files')

test('an uploaded picture is decoded in a process of its own', async () => {
  const run = vi.spyOn(runner, 'run')
  const { thumb_url } = await uploaded(keyOf('凭证', 'png'), picture)
  expect(run.mock.calls.map(([{ name }]) => name)).toEqual(['attachment/thumb'])
  run.mockRestore()
  const thumb = await get(thumb_url ?? '')
  expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
})

const fixture = (name: string) => readFile(new URL(`../../fixtures/cases/${name}`, import.meta.url))

test('a photograph in HEIC is kept as a JPEG, the right way up, whatever its name', async () => {
  const content = await fixture('photo-turned.heic')
  for (const name of ['HEIC', 'heif', 'jpg']) {
    const file = await uploaded(keyOf('IMG_1', name), content)
    const kept = (await get(file.file_url)).rawPayload
    expect(file).toMatchObject({ file_name: 'IMG_1.jpg', file_size: kept.length })
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 320 })
    expect([
      ...(await sharp(kept).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer()),
    ]).toEqual([254, 0, 0])
    expect(await sharp((await get(file.thumb_url ?? '')).rawPayload).metadata()).toMatchObject({
      height: 320,
    })
  }
})

test('pictures of a printer, of a turned phone, and of its whole sensor are taken as they are', async () => {
  const create = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888' } })
  for (const [content, thumb] of [
    [create(60, 40).toColourspace('cmyk').jpeg(), { width: 60, height: 40 }],
    [create(60, 40).withMetadata({ orientation: 6 }).jpeg(), { width: 40, height: 60 }],
    [create(8_064, 6_048).toColourspace('b-w').jpeg(), { width: 320, height: 240 }],
  ] as const) {
    const file = await uploaded(keyOf('照片', 'jpg'), await content.toBuffer())
    const made = (await get(file.thumb_url ?? '')).rawPayload
    expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', ...thumb })
  }
})

test('one that is cut off is refused by the name of its format, and leaves nothing', async () => {
  const whole = await fixture('photo-turned.heic')
  for (const content of [await fixture('heic-named.jpg'), whole.subarray(0, 600)])
    await leavesNothing(async () =>
      expect(await upload(keyOf('IMG_1', 'jpg'), content)).toMatchObject(
        refusedOn('file', 'HEIC 照片已损坏'),
      ),
    )
})

test('one does not wait until the invoices of its person are read', async () => {
  const { readingSlots } = app.services
  const owner = { person: uploads.clerk.code, company: String(uploads.companyId) }
  const held = await Promise.all(
    [owner, { ...owner, person: 'somebody else' }].map((one) =>
      readingSlots.acquire(one, { signal: new AbortController().signal }),
    ),
  )
  await uploaded(keyOf('凭证', 'png'), picture)
  for (const { release } of held) release()
})

test('one that takes the process too much memory is refused by name, and leaves nothing', async () => {
  const run = vi
    .spyOn(runner, 'run')
    .mockRejectedValueOnce(invalid([{ field: 'attachment_code', message: '读取该文件所需的内存超过上限' }]))
  await leavesNothing(async () =>
    expect(await upload(keyOf('凭证', 'png'), picture)).toMatchObject(
      refusedOn('file', '图片已损坏或尺寸过大'),
    ),
  )
  run.mockRestore()
  await uploaded(keyOf('凭证', 'png'), picture)
})

test('one that is held whole while it is decoded may have fewer pixels than one that is read by rows', async () => {
  const [width, height] = [7_200, 7_000]
  const plain = sharp({ create: { width, height, channels: 3, background: '#888' } }).toColourspace('b-w')
  const [byRows, whole] = [await plain.png().toBuffer(), await plain.png({ progressive: true }).toBuffer()]
  await uploaded(keyOf('大图', 'png'), byRows)
  expect(await upload(keyOf('大图', 'png'), whole)).toMatchObject(refusedOn('file', '尺寸过大'))
})
