import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readSheet, type SheetError, type SheetLimits } from '../src/index.ts'
import { collect, outcome, rowsOf } from './sheets.ts'
import { bookParts, changedPart, makeBook, makeZip, type TestBook, type TestPart } from './zip.ts'

const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>'
const MB = 1024 * 1024

const book = (parts: Partial<TestBook>, limits?: Partial<SheetLimits>) =>
  outcome(makeBook({ sheet: ROW, ...parts }), limits)
const worksheet = (xml: string, limits?: Partial<SheetLimits>) =>
  book({ sheet: `<?xml version="1.0"?>${xml}` }, limits)

/** An OLE container: a header and a directory with 128 bytes per entry. */
function container(...names: string[]): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  const entries = names.map((name) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry[66] = 2
    return entry
  })
  return Buffer.concat([header, ...entries])
}

describe('other files', () => {
  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'not_xlsx'],
    ['csv', Buffer.from('付款序号,付款时间\n1,2026-01-01\n'), 'not_xlsx'],
    ['html', Buffer.from('<html><table></table></html>'), 'not_xlsx'],
    ['a docx', makeZip([{ name: 'word/document.xml', data: '<document/>' }]), 'not_xlsx'],
    ['a zip without parts', makeZip([]), 'not_xlsx'],
    ['an old .xls', container('Root Entry', 'Workbook'), 'old_xls'],
    ['an encrypted .xlsx', container('Root Entry', 'EncryptionInfo', 'EncryptedPackage'), 'encrypted'],
    [
      'an old .xls that mentions it',
      Buffer.concat([container('Workbook'), Buffer.from('  EncryptedPackage', 'utf16le')]),
      'old_xls',
    ],
    ['BIFF without container', Buffer.from('0908100000060500', 'hex'), 'old_xls'],
  ])('%s', async (_, bytes, reason) => {
    expect(await outcome(bytes)).toBe(reason)
  })

  test('a missing file is our fault, not the file’s', async () => {
    await expect(collect(readSheet(join(tmpdir(), 'no-such-file')))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

describe('zip', () => {
  test.each<[string, TestPart[], string]>([
    ['macros', bookParts({ sheet: ROW, extra: [{ name: 'xl/vbaProject.bin', data: 'x' }] }), 'macros'],
    [
      'old macros',
      bookParts({ sheet: ROW, extra: [{ name: 'xl/macrosheets/sheet1.xml', data: 'x' }] }),
      'macros',
    ],
    [
      'renamed macros',
      changedPart(ROW, '[Content_Types].xml', {
        data: '<Types><Override PartName="/a" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
      }),
      'macros',
    ],
    ['an encrypted entry', changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { flags: 1 } }), 'encrypted'],
    [
      'strong encryption',
      changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { flags: 0x41 } }),
      'encrypted',
    ],
    ['unknown packing', changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { method: 12 } }), 'corrupt'],
    [
      'declares 257 MB',
      changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { size: 257 * MB } }),
      'too_large',
    ],
    [
      'declares what deflate cannot',
      changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { size: 100 * MB } }),
      'corrupt',
    ],
    ['declares too little', changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { size: 5 } }), 'corrupt'],
    ['declares too much', changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { size: 5000 } }), 'corrupt'],
    [
      'packed size past the end',
      changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { compressed: 1e9 } }),
      'corrupt',
    ],
    ['a wrong checksum', changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { crc: 1 } }), 'corrupt'],
    ['overlapping entries', changedPart(ROW, 'xl/styles.xml', { lie: { offset: 0 } }), 'corrupt'],
    ['an offset outside', changedPart(ROW, 'xl/styles.xml', { lie: { offset: 0xfffffff0 } }), 'corrupt'],
    [
      'a name twice',
      bookParts({ sheet: ROW, extra: [{ name: 'XL/Workbook.xml', data: '<workbook/>' }] }),
      'corrupt',
    ],
    [
      'a path out of the zip',
      bookParts({ sheet: ROW, extra: [{ name: '../../etc/x', data: '' }] }),
      'corrupt',
    ],
    ['no sheet part', bookParts({ sheet: ROW }).filter(({ name }) => !name.includes('sheet1')), 'corrupt'],
  ])('%s', async (_, parts, reason) => {
    expect(await outcome(makeZip(parts))).toBe(reason)
  })

  test('bytes are counted as unpacked, over all parts', async () => {
    const strings = `<si><t>${'x'.repeat(20_000)}</t></si>`.repeat(100)
    expect(await book({ strings }, { unpackedBytes: 3 * MB })).toBe('read')
    expect(await book({ strings }, { unpackedBytes: MB })).toBe('too_large')
  })

  test('too many entries', async () => {
    const extra = Array.from({ length: 50 }, (_, i) => ({ name: `x${i}`, data: '' }))
    expect(await book({ extra }, { parts: 40 })).toBe('too_many_parts')
  })

  test('a zip64 record with positions beyond safe integers does not end the process', async () => {
    const bytes = makeBook({ sheet: ROW })
    const locator = Buffer.alloc(20, 0xff)
    locator.writeUInt32LE(0x07064b50, 0)
    const cut = bytes.length - 22
    expect(await outcome(Buffer.concat([bytes.subarray(0, cut), locator, bytes.subarray(cut)]))).toBe(
      'corrupt',
    )
  })

  test('a file truncated anywhere is an error, never rows that look complete', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `<row r="${i + 1}"><c><v>${i * 7919}</v></c></row>`)
    const bytes = makeBook({ sheet: rows.join('') })
    for (let end = 0; end < bytes.length; end += 41) {
      expect(await outcome(bytes.subarray(0, end))).not.toBe('read')
    }
  })

  test('a deflate stream that is too short or too long', async () => {
    const sheet = Buffer.from(`<worksheet><sheetData>${ROW}</sheetData></worksheet>`)
    const packed = deflateRawSync(sheet)
    for (const data of [packed.subarray(0, -4), Buffer.from('garbage, not deflate')]) {
      const lie = { method: 8, size: sheet.length, compressed: data.length }
      expect(
        await outcome(makeZip(changedPart(ROW, 'xl/worksheets/sheet1.xml', { data, stored: true, lie }))),
      ).toBe('corrupt')
    }
  })
})

describe('XML', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
  test.each([
    ['entities that multiply', `${bomb}<worksheet>&b;</worksheet>`, 'unsafe_xml'],
    ['an external entity', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>', 'unsafe_xml'],
    [
      'an unknown entity',
      '<worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>',
      'corrupt',
    ],
    [
      'a reference to nothing',
      '<worksheet><sheetData><row><c><v>&#0;</v></c></row></sheetData></worksheet>',
      'corrupt',
    ],
    [
      'half a surrogate',
      '<worksheet><sheetData><row><c><v>&#xD800;</v></c></row></sheetData></worksheet>',
      'corrupt',
    ],
    ['deep nesting', `<worksheet>${'<a>'.repeat(100_000)}`, 'unsafe_xml'],
    ['a tag without end', `<worksheet ${'a'.repeat(2 * MB)}`, 'unsafe_xml'],
    ['tags that do not match', '<worksheet><sheetData></worksheet></sheetData>', 'corrupt'],
    ['no end', '<worksheet><sheetData><row>', 'corrupt'],
    ['two roots', '<worksheet/><worksheet/>', 'corrupt'],
    ['text outside', '<worksheet/>x', 'corrupt'],
    ['another root', '<chartsheet/>', 'corrupt'],
    ['another encoding', '<?xml version="1.0" encoding="GBK"?><worksheet/>', 'corrupt'],
  ])('%s', async (_, xml, reason) => {
    expect(await book({ sheet: Buffer.from(xml) })).toBe(reason)
  })

  test('invalid UTF-8', async () => {
    expect(await book({ sheet: Buffer.from('<worksheet>\xff\xfe</worksheet>', 'latin1') })).toBe('corrupt')
  })

  test('a DTD in any part that is read', async () => {
    for (const name of ['xl/workbook.xml', '_rels/.rels', 'xl/styles.xml', '[Content_Types].xml']) {
      expect(await outcome(makeZip(changedPart(ROW, name, { data: `${bomb}<a/>` })))).toBe('unsafe_xml')
    }
  })
})

describe('sheets', () => {
  const data = (rows: string, limits?: Partial<SheetLimits>) =>
    worksheet(`<worksheet><sheetData>${rows}</sheetData></worksheet>`, limits)

  test.each([
    ['a row past the last', '<row r="1048577"/>', 'too_many_rows'],
    ['a row number that is none', '<row r="0"/>', 'corrupt'],
    ['a row number with an exponent', '<row r="1e300"/>', 'corrupt'],
    ['rows that go back', '<row r="5"/><row r="4"/>', 'corrupt'],
    ['a row twice', '<row r="5"/><row r="5"/>', 'corrupt'],
    ['a cell of another row', '<row r="1"><c r="A2"><v>1</v></c></row>', 'corrupt'],
    ['a column past the last', '<row r="1"><c r="XFE1"><v>1</v></c></row>', 'corrupt'],
    ['a column without letters', '<row r="1"><c r="1"><v>1</v></c></row>', 'corrupt'],
    ['a very long column', `<row r="1"><c r="${'Z'.repeat(9999)}1"><v>1</v></c></row>`, 'corrupt'],
    ['a cell twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>', 'corrupt'],
    ['more cells than columns', `<row r="1">${'<c/>'.repeat(16_385)}</row>`, 'corrupt'],
    ['a string that is not there', '<row r="1"><c t="s"><v>0</v></c></row>', 'corrupt'],
    ['a string index that is none', '<row r="1"><c t="s"><v>-1</v></c></row>', 'corrupt'],
    [
      'a text too long',
      `<row r="1"><c t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c></row>`,
      'cell_too_long',
    ],
    [
      'a text of many runs',
      `<row r="1"><c t="inlineStr"><is>${`<r><t>${'x'.repeat(30_000)}</t></r>`.repeat(50)}</is></c></row>`,
      'cell_too_long',
    ],
    ['an attribute without quotes', '<row r=1/>', 'corrupt'],
    [
      'the longest text',
      `<row r="1"><c t="inlineStr"><is><t>${'x'.repeat(32_767)}</t></is></c></row>`,
      'read',
    ],
  ])('%s', async (_, rows, reason) => {
    expect(await data(rows)).toBe(reason)
  })

  test('an error has the limit that was exceeded, and the line', async () => {
    const long = `<row r="7"><c t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c></row>`
    const failing = (bytes: Buffer, limits?: Partial<SheetLimits>) =>
      rowsOf(bytes, limits).then(
        () => null,
        ({ reason, limit, line, format }: SheetError) => ({ reason, limit, line, format }),
      )
    expect(await failing(makeBook({ sheet: long }))).toEqual({
      reason: 'cell_too_long',
      limit: 32_767,
      line: 7,
    })
    expect(await failing(makeBook({ sheet: '<row r="12"/>' }), { rows: 11 })).toEqual({
      reason: 'too_many_rows',
      limit: 11,
    })
    expect(await failing(makeBook({ sheet: ROW }), { unpackedBytes: 100 })).toEqual({
      reason: 'too_large',
      limit: 100,
    })
    const binary =
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>'
    expect(await failing(makeZip(changedPart(ROW, '_rels/.rels', { data: binary })))).toEqual({
      reason: 'not_xlsx',
      format: 'xlsb',
    })
  })

  test('a shared string that is too long, and too many of them', async () => {
    expect(await book({ strings: `<si><t>${'x'.repeat(32_768)}</t></si>` })).toBe('cell_too_long')
    expect(await book({ strings: '<si/>'.repeat(101) }, { sharedStrings: 100 })).toBe('too_large')
  })

  test('an exponent that would fill the memory', async () => {
    expect(await data('<row><c><v>1E999999999</v></c><c><v>1E-9999</v></c></row>')).toBe('read')
  })

  test('a workbook without sheets', async () => {
    expect(await book({ sheets: '' })).toBe('no_sheet')
    expect(await book({ sheets: '<sheet name="x" sheetId="1" r:id="c1"/>' })).toBe('no_sheet')
  })
})
