import { describe, expect, test } from 'vitest'
import { makeZip, type TestPart } from '../../xlsx/test/zip.ts'
import { readZip, type ZippedFile } from '../src/zip.ts'
import { eInvoice, makeOfd } from './originals.ts'
import { type Refusal, refusal } from './refusal.ts'

const MB = 1024 * 1024

async function files(parts: TestPart[]): Promise<ZippedFile[]> {
  const found: ZippedFile[] = []
  for await (const file of readZip(makeZip(parts))) found.push(file)
  return found
}
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.xml`, data: eInvoice() }))

test('files in their order, byte for byte, without folders and what systems add', async () => {
  const ofd = makeOfd()
  const found = await files([
    { name: '发票/', data: '' },
    { name: '发票/二.ofd', data: ofd },
    { name: '发票/一.XML', data: eInvoice() },
    { name: '__MACOSX/发票/._一.XML', data: 'x' },
    { name: '发票/.DS_Store', data: 'x' },
  ])
  expect(found.map(({ file_name }) => file_name)).toEqual(['二.ofd', '一.XML'])
  expect(found).toMatchObject([{ kind: 'ofd' }, { kind: 'xml' }])
  const contents = found.map((file) => ('bytes' in file ? file.bytes : null))
  expect(contents[0]?.equals(ofd)).toBe(true)
  expect(contents[1]?.toString()).toBe(eInvoice())
})

test('names in GBK, and in UTF-8 without its mark', async () => {
  // 发票 in GBK; a test's zip writes names as UTF-8, so the bytes take the place of a name of the same length.
  const zip = makeZip([{ name: 'ABCD.xml', data: eInvoice(), lie: { flags: 0 } }])
  const gbk = Buffer.from([0xb7, 0xa2, 0xc6, 0xb1])
  for (let at = zip.indexOf('ABCD'); at >= 0; at = zip.indexOf('ABCD', at)) gbk.copy(zip, at)
  const names: string[] = []
  for await (const { file_name } of readZip(zip)) names.push(file_name)
  expect(names).toEqual(['发票.xml'])
  expect((await files([{ name: '发票.xml', data: eInvoice(), lie: { flags: 0 } }]))[0]?.file_name).toBe(
    '发票.xml',
  )
})

describe('refused', () => {
  test.each<[string, TestPart[], Refusal]>([
    ['51 files', many(51), { reason: 'too_many_files', format: 'zip', limit: 50 }],
    ['no file', [{ name: 'x/', data: '' }], { reason: 'no_files' }],
    ['a path out of it', [{ name: '../a.xml', data: '' }], { reason: 'unsafe_file_name' }],
    [
      'seven files of 10 MB',
      Array.from({ length: 7 }, (_, n) => ({ name: `${n}.pdf`, data: Buffer.alloc(10 * MB) })),
      { reason: 'too_large', format: 'zip', limit: 64 * MB },
    ],
    [
      'a damaged file',
      [...many(1), { name: '坏.xml', data: eInvoice(), lie: { crc: 1 } }],
      { reason: 'damaged', format: 'zip', fileName: '坏.xml' },
    ],
    [
      'a password',
      [{ name: 'a.xml', data: '', lie: { flags: 0x0801 } }],
      { reason: 'encrypted', format: 'zip' },
    ],
  ])('%s', async (_name, parts, error) => {
    await expect(files(parts)).rejects.toThrow(refusal(error))
  })

  test.each<[string, TestPart, Refusal]>([
    [
      'a file of 10 MB and a byte',
      { name: '大.pdf', data: Buffer.alloc(10 * MB + 1) },
      { reason: 'file_too_large', limit: 10 * MB },
    ],
    ['a picture', { name: '发票.jpg', data: 'x' }, { reason: 'unknown_extension' }],
    [
      'a renamed file',
      { name: '发票.pdf', data: eInvoice() },
      { reason: 'other_content', found: 'xml', extension: 'pdf' },
    ],
    ['an empty file', { name: '发票.xml', data: '' }, { reason: 'file_empty' }],
  ])('%s, and the others are read', async (_name, part, error) => {
    expect(await files([...many(1), part, { name: '二.xml', data: eInvoice() }])).toMatchObject([
      { file_name: '0.xml', kind: 'xml' },
      { file_name: part.name, refusal: refusal(error) },
      { file_name: '二.xml', kind: 'xml' },
    ])
  })

  test('fifty files are read', async () => expect(await files(many(50))).toHaveLength(50))
})
