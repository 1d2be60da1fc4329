import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { collect, rowsOf, withFile } from '../../testing/sheets.ts'
import { bookParts, makeBook, makeZip, type TestBook, type TestPart } from '../../testing/zip.ts'
import { readSheet, SheetError, type SheetLimits } from './read.ts'

const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>'
const MB = 1024 * 1024

/** Why reading these bytes fails; 'read' when it does not. Other errors come through. */
async function outcome(bytes: Buffer, limits?: Partial<SheetLimits>): Promise<string> {
  try {
    await rowsOf(bytes, limits)
    return 'read'
  } catch (error) {
    if (error instanceof SheetError) return error.reason
    throw error
  }
}

const book = (parts: Partial<TestBook>, limits?: Partial<SheetLimits>) =>
  outcome(makeBook({ sheet: ROW, ...parts }), limits)
const worksheet = (xml: string, limits?: Partial<SheetLimits>) =>
  book({ sheet: `<?xml version="1.0"?>${xml}` }, limits)

/** Parts of a plain workbook, one of them changed. */
function changed(name: string, change: Partial<TestPart>): TestPart[] {
  return bookParts({ sheet: ROW }).map((part) => (part.name === name ? { ...part, ...change } : part))
}

/** An OLE container: header, then a directory of 128 bytes an entry. */
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

  test('messages are Chinese', async () => {
    await expect(rowsOf(Buffer.from('a,b'))).rejects.toThrow('不是有效的 Excel（.xlsx）文件')
    await expect(rowsOf(container('EncryptedPackage'))).rejects.toThrow('该文件已加密，请取消密码后重新上传')
    await expect(rowsOf(container('Workbook'))).rejects.toThrow('另存为 .xlsx')
  })

  test('a file that is not there is our fault, not the file’s', async () => {
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
      changed('[Content_Types].xml', {
        data: '<Types><Override PartName="/a" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
      }),
      'macros',
    ],
    ['an encrypted entry', changed('xl/worksheets/sheet1.xml', { lie: { flags: 1 } }), 'encrypted'],
    ['strong encryption', changed('xl/worksheets/sheet1.xml', { lie: { flags: 0x41 } }), 'encrypted'],
    ['unknown packing', changed('xl/worksheets/sheet1.xml', { lie: { method: 12 } }), 'corrupt'],
    ['declares 257 MB', changed('xl/worksheets/sheet1.xml', { lie: { size: 257 * MB } }), 'too_large'],
    [
      'declares what deflate cannot',
      changed('xl/worksheets/sheet1.xml', { lie: { size: 100 * MB } }),
      'corrupt',
    ],
    ['declares too little', changed('xl/worksheets/sheet1.xml', { lie: { size: 5 } }), 'corrupt'],
    ['declares too much', changed('xl/worksheets/sheet1.xml', { lie: { size: 5000 } }), 'corrupt'],
    [
      'packed size past the end',
      changed('xl/worksheets/sheet1.xml', { lie: { compressed: 1e9 } }),
      'corrupt',
    ],
    ['a wrong checksum', changed('xl/worksheets/sheet1.xml', { lie: { crc: 1 } }), 'corrupt'],
    ['overlapping entries', changed('xl/styles.xml', { lie: { offset: 0 } }), 'corrupt'],
    ['an offset outside', changed('xl/styles.xml', { lie: { offset: 0xfffffff0 } }), 'corrupt'],
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

  test('real bytes are counted over all parts', async () => {
    const strings = `<si><t>${'x'.repeat(20_000)}</t></si>`.repeat(100)
    expect(await book({ strings }, { unpackedBytes: 3 * MB })).toBe('read')
    expect(await book({ strings }, { unpackedBytes: MB })).toBe('too_large')
  })

  test('too many entries', async () => {
    const extra = Array.from({ length: 50 }, (_, i) => ({ name: `x${i}`, data: '' }))
    expect(await book({ extra }, { parts: 40 })).toBe('too_many_parts')
  })

  test('a zip64 record that points beyond all numbers does not end the process', async () => {
    const bytes = makeBook({ sheet: ROW })
    const locator = Buffer.alloc(20, 0xff)
    locator.writeUInt32LE(0x07064b50, 0)
    const cut = bytes.length - 22
    expect(await outcome(Buffer.concat([bytes.subarray(0, cut), locator, bytes.subarray(cut)]))).toBe(
      'corrupt',
    )
  })

  test('cut off anywhere it is an error, never rows that look complete', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `<row r="${i + 1}"><c><v>${i * 7919}</v></c></row>`)
    const bytes = makeBook({ sheet: rows.join('') })
    for (let end = 0; end < bytes.length; end += 41) {
      expect(await outcome(bytes.subarray(0, end))).not.toBe('read')
    }
  })

  test('a deflate stream that ends early or goes on', async () => {
    const sheet = Buffer.from(`<worksheet><sheetData>${ROW}</sheetData></worksheet>`)
    const packed = deflateRawSync(sheet)
    for (const data of [packed.subarray(0, -4), Buffer.from('garbage, not deflate')]) {
      const lie = { method: 8, size: sheet.length, compressed: data.length }
      expect(await outcome(makeZip(changed('xl/worksheets/sheet1.xml', { data, stored: true, lie })))).toBe(
        'corrupt',
      )
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
      expect(await outcome(makeZip(changed(name, { data: `${bomb}<a/>` })))).toBe('unsafe_xml')
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

  test('a shared text too long, and too many of them', async () => {
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

describe('stopping', () => {
  const many = makeBook({
    sheet: Array.from({ length: 20_000 }, (_, i) => `<row><c><v>${i}</v></c></row>`).join(''),
  })

  test('time, rows and the caller', async () => {
    expect(await outcome(many, { timeMs: -1 })).toBe('timeout')
    expect(await outcome(many, { rows: 19_999 })).toBe('too_many_rows')
    expect(await outcome(many, { signal: AbortSignal.abort() })).toBe('aborted')
  })

  test('a signal in the middle', async () => {
    const stop = new AbortController()
    await withFile(many, async (path) => {
      const reading = (async () => {
        for await (const _ of readSheet(path, { signal: stop.signal })) stop.abort()
      })()
      await expect(reading).rejects.toMatchObject({ reason: 'aborted' })
    })
  })

  test.runIf(process.platform === 'linux')(
    'a reader who leaves early, and one who meets an error, close the file',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
      const openFiles = async () => {
        const links = await readdir('/proc/self/fd').then((fds) =>
          Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))),
        )
        return links.filter((link) => link.startsWith(join(tmpdir(), 'sheet-')))
      }
      try {
        await withFile(many, async (path) => {
          for await (const row of readSheet(path)) if (row.line === 5) break
          expect(await openFiles()).toEqual([])
        })
        await withFile(many.subarray(0, -100), async (path) => {
          await collect(readSheet(path)).catch(() => {})
          expect(await openFiles()).toEqual([])
        })
        await withFile(makeZip(changed('xl/worksheets/sheet1.xml', { lie: { crc: 1 } })), async (path) => {
          await collect(readSheet(path)).catch(() => {})
          expect(await openFiles()).toEqual([])
        })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )
})

/** A small generator of its own, so that a failure can be repeated by its number. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function mutate(bytes: Buffer, pick: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  const kind = pick(5)
  if (kind === 0) return copy.subarray(0, pick(copy.length))
  if (kind === 1) {
    const from = pick(copy.length)
    return Buffer.concat([copy.subarray(0, from), copy.subarray(from + pick(64))])
  }
  // Half of the rest in the directory at the end, where each byte has a meaning.
  const start = kind === 2 ? Math.max(0, copy.length - 600) : 0
  for (let hits = 1 + pick(4); hits > 0; hits--) copy[start + pick(copy.length - start)] = pick(256)
  return copy
}

describe('damage', () => {
  test('1,000 mutations of a good file: rows or a SheetError', async () => {
    const path = fileURLToPath(new URL('../../testing/fixtures/payments-errors-40.xlsx', import.meta.url))
    const good = await readFile(path)
    const seen = new Map<string, number>()
    for (let seed = 1; seed <= 1000; seed++) {
      const result = await outcome(mutate(good, random(seed))).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
      seen.set(result, (seen.get(result) ?? 0) + 1)
    }
    expect(seen.get('corrupt')).toBeGreaterThan(300)
  }, 60_000)

  test('300 mutations of the XML inside: rows or a SheetError', async () => {
    const strings = '<si><t>付款</t></si><si><r><t>a</t></r><rPh><t>b</t></rPh></si>'
    const sheet =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>x&amp;y</t></is></c><c s="1"><f>1</f><v>2</v></c></row>'
    const parts = bookParts({
      sheet,
      strings,
      styles: '<cellXfs><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
    })
    for (let seed = 1; seed <= 300; seed++) {
      const pick = random(seed)
      const victim = pick(parts.length)
      const broken = parts.map((part, i) =>
        i === victim ? { ...part, data: mutate(Buffer.from(part.data as string), pick) } : part,
      )
      await outcome(makeZip(broken)).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
    }
  })
})
