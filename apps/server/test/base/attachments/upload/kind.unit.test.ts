import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkKind,
  isImage,
  type Kind,
  nameOf,
  readKey,
} from '../../../../src/base/attachments/upload/kind.ts'
import { makeThumb } from '../../../../src/base/attachments/upload/picture.ts'
import { jpg, PDF, png, sheet, zipOf } from '../helpers.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-kind-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function file(content: Buffer | string): Promise<string> {
  count += 1
  const path = join(folder, String(count))
  await writeFile(path, content)
  return path
}

describe('keys', () => {
  test.each([
    ['manager/attachments/发票-1732150000000.png', '发票.png', 'png', 10],
    ['manager/attachments/a-b-7.JPEG', 'a-b.JPEG', 'jpg', 10],
    ['manager/attachments/a.b-1-2.xlsx', 'a.b-1.xlsx', 'xlsx', 50],
    ['manager/attachments/..-1.pdf', '...pdf', 'pdf', 10],
    ['manager/attachments/a-1.OFD', 'a.OFD', 'ofd', 10],
    ['manager/attachments/a-1.xml', 'a.xml', 'xml', 10],
    ['manager/attachments/a-1.zip', 'a.zip', 'zip', 10],
    ['manager/attachments/a-1.exe', 'a.exe', null, 10],
  ])('%s', (key, fileName, kind, megabytes) => {
    expect(readKey(key)).toEqual({ fileName, kind, limit: megabytes * 1024 * 1024 })
  })

  test.each([
    '',
    'a-1.png',
    'manager/attachments/a.png',
    'manager/attachments/a-.png',
    'manager/attachments/a-x.png',
    'manager/attachments/-1.png',
    'manager/attachments/a-1',
    'manager/attachments/a-1.',
    'manager/attachments/a/b-1.png',
    'manager/attachments/../a-1.png',
    '/manager/attachments/a-1.png',
    'manager/attachments/a\n-1.png',
    'manager/attachments/a\0-1.png',
    'manager/attachments/a-1.png\n',
    `manager/attachments/${'长'.repeat(181)}-1.png`,
  ])('%j is refused', (key) => expect(readKey(key)).toBeNull())
})

test.each([
  ['凭证.jpg', 'png', '凭证.png'],
  ['凭证.PNG', 'jpg', '凭证.jpg'],
  ['凭证.JPEG', 'jpg', '凭证.JPEG'],
  ['a.b.jpeg', 'png', 'a.b.png'],
  ['账.xlsx', 'xlsx', '账.xlsx'],
] as const)('%s that is a %s is called %s', (name, kind, called) => expect(nameOf(name, kind)).toBe(called))

describe('content', () => {
  test('each kind is recognized by its content', async () => {
    const contents: Record<Kind, Buffer> = {
      png: await png(),
      jpg: await jpg(),
      xlsx: sheet(),
      pdf: PDF,
      ofd: zipOf('OFD.xml', 'Doc_0/Document.xml'),
      xml: Buffer.from('\ufeff<?xml version="1.0"?><EInvoice/>'),
      zip: zipOf('一.xml', '二.ofd'),
    }
    for (const [is, content] of Object.entries(contents))
      for (const claimed of Object.keys(contents) as Kind[]) {
        const checked = checkKind(await file(content), claimed)
        // A picture is what its bytes say.
        if (is === claimed || (isImage(is as Kind) && isImage(claimed))) expect(await checked).toBe(is)
        else
          await expect(checked).rejects.toThrow(
            claimed === 'xlsx' && is === 'xml' ? '文件内容是网页或文本（CSV）' : '文件内容与格式不符或已损坏',
          )
      }
  })

  test.each([
    ['a zip that is no spreadsheet', zipOf('word/document.xml', '[Content_Types].xml')],
    ['a zip without content types', zipOf('xl/workbook.xml')],
    ['a binary workbook', zipOf('[Content_Types].xml', 'xl/workbook.bin')],
    ['half a zip', sheet().subarray(0, 60)],
    ['nothing', Buffer.alloc(0)],
  ])('%s is no spreadsheet', async (_name, content) => {
    await expect(checkKind(await file(content), 'xlsx')).rejects.toThrow('文件内容与格式不符或已损坏')
  })

  test.each([
    ['text', Buffer.from('名称,金额\r\n')],
    ['a web page', Buffer.from('<html><table>')],
  ])('%s named .xlsx is told so', async (_name, content) => {
    await expect(checkKind(await file(content), 'xlsx')).rejects.toThrow('文件内容是网页或文本（CSV）')
  })

  test.each([
    ['heic-named.jpg', 'heic'],
    ['photo.jfif', 'jpg'],
  ])('%s is %s', async (name, kindOfContent) => {
    const path = fileURLToPath(new URL(`../../../fixtures/cases/${name}`, import.meta.url))
    const { kind } = readKey(`manager/attachments/${name.replace('.', '-1.')}`) ?? {}
    expect(kind).toBe('jpg')
    expect(await checkKind(path, 'jpg')).toBe(kindOfContent)
  })

  test('an .xls renamed to .xlsx and a file with macros have messages of their own', async () => {
    const xls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    await expect(checkKind(await file(xls), 'xlsx')).rejects.toThrow('旧版')
    const macros = zipOf('[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin')
    await expect(checkKind(await file(macros), 'xlsx')).rejects.toThrow('宏')
  })
})

describe('pictures', () => {
  const thumb = async (content: Buffer, kind: Kind) => {
    const target = `${await file(content)}.thumb`
    await makeThumb(await file(content), kind, target)
    return await sharp(target).metadata()
  }

  test('a thumbnail is a JPEG of at most 320 px, the right way up', async () => {
    expect(await thumb(await png(1000, 500), 'png')).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 160,
    })
    expect(await thumb(await png(20, 10), 'png')).toMatchObject({ width: 20, height: 10 })
    // EXIF orientation 6: rotated by 90° for display.
    const turned = await sharp(await jpg(1000, 500))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await thumb(turned, 'jpg')).toMatchObject({ width: 160, height: 320 })
  })

  test('a picture that does not decode to its end is refused', async () => {
    const [wholePng, wholeJpg] = [await png(800, 600), await jpg(900, 600)]
    for (const part of [0.3, 0.6, 0.9]) {
      await expect(thumb(wholePng.subarray(0, wholePng.length * part), 'png')).rejects.toThrow('图片已损坏')
      await expect(thumb(wholeJpg.subarray(0, wholeJpg.length * part), 'jpg')).rejects.toThrow('图片已损坏')
    }
    await expect(thumb(Buffer.from('\x89PNG\r\n\x1a\n'), 'png')).rejects.toThrow('图片已损坏')
  })

  test('a picture of too many pixels is refused before it is decoded', async () => {
    const bomb = await png(8, 8)
    // Only its header says so; what decodes it finds it damaged.
    bomb.writeUInt32BE(16_000, 16)
    bomb.writeUInt32BE(7_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    await expect(thumb(bomb, 'png')).rejects.toThrow('尺寸过大')
  })
})
