import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { countRows, readSheet, type SheetCell } from '../src/index.ts'
import { plainDecimal } from '../src/numbers.ts'
import { classifyFormat } from '../src/styles.ts'
import { briefly, collect, rowsOf, withFile } from './sheets.ts'
import { bookParts, makeBook, makeZip } from './zip.ts'

/** A cell of hucre, as text to compare. */
function foreign(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return `date ${value.toISOString().slice(0, 10)}`
  if (typeof value === 'number') return `number ${value}`
  return typeof value === 'boolean' ? `boolean ${String(value).toUpperCase()}` : `text ${value}`
}

/** Our cell, as text to compare; hucre has errors as texts. */
function ours(cell: SheetCell | undefined): string | null {
  if (!cell) return null
  if (cell.kind === 'number') return `number ${Number(cell.raw)}`
  if (cell.kind === 'date') return `date ${cell.date}`
  return `${cell.kind === 'boolean' ? 'boolean' : 'text'} ${cell.text}`
}

describe.each(['openpyxl', 'xlsxwriter'])('a file of %s', (name) => {
  const path = fileURLToPath(new URL(`./fixtures/${name}.xlsx`, import.meta.url))

  test("every cell of the first visible sheet equals another reader's", async () => {
    const book = await readXlsx(await readFile(path))
    const theirs = book.sheets.find((sheet) => sheet.name === 'Data')!.rows.map((row) => row.map(foreign))
    const rows = await collect(readSheet(path))
    expect(rows).toHaveLength(56)
    for (const { line, cells } of rows) {
      const wanted = theirs[line - 1]!
      expect(Array.from(wanted, (_, index) => ours(cells[index]))).toEqual(wanted)
    }
    expect(await countRows(path)).toBeGreaterThanOrEqual(56)
  })
})

describe('texts', () => {
  test('shared and rich texts, without phonetics; the table after the sheet', async () => {
    const strings =
      '<si><t>甲</t></si><si><r><rPr><b/></rPr><t>乙</t></r><r><t>丙</t></r><rPh sb="0" eb="1"><t>bing</t></rPh><phoneticPr fontId="1"/></si><si/>'
    const sheet =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
    expect(await briefly(makeBook({ sheet, strings }))).toEqual([[1, 'text:甲', 'text:乙丙']])
  })

  test('inline, rich, CDATA, entities', async () => {
    const sheet =
      '<row r="1"><c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>x</t></rPh></is></c>' +
      '<c r="B1" t="inlineStr"><is><t><![CDATA[<&]]>&amp;&#20184;&#x6b3e;&#x1F4B0;</t></is></c>' +
      '<c r="C1" t="str"><f>A1</f><v>a&lt;b</v></c></row>'
    expect(await briefly(makeBook({ sheet }))).toEqual([[1, 'text:ab', 'text:<&&付款💰', 'text:a<b']])
  })

  test('escapes are decoded once', async () => {
    const sheet =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>a_x000D_\n_x0041__x005F_x0041_ _x00</t></is></c></row>'
    expect(await briefly(makeBook({ sheet }))).toEqual([[1, 'text:a\r\nA_x0041_ _x00']])
  })

  test('white space is kept only with xml:space', async () => {
    const sheet =
      '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c><c r="B1" t="inlineStr"><is>\n <t>\n b c </t>\n</is></c></row>'
    expect(await briefly(makeBook({ sheet }))).toEqual([[1, 'text: a ', 'text:b c']])
  })

  test.each([1, 2, 3, 5, 7])('Chinese text split between blocks, %i', async (shift) => {
    const text = '付款💰'.repeat(20)
    const rows = Array.from(
      { length: 3000 },
      (_, i) => `<row r="${i + 1}"><c t="inlineStr"><is><t>${text}${i}</t></is></c></row>`,
    )
    const read = await rowsOf(makeBook({ sheet: ' '.repeat(shift) + rows.join('') }))
    expect(read).toHaveLength(3000)
    expect(read.every(({ cells }, i) => cells[0]!.text === text + i)).toBe(true)
  })
})

describe('numbers', () => {
  const cells = (content: string, styles?: string) =>
    rowsOf(makeBook({ sheet: `<row r="1">${content}</row>`, styles })).then((rows) => rows[0]!.cells)

  test.each([
    ['4103.96', '4103.96'],
    ['21316.079999999998', '21316.08'],
    ['0.30000000000000004', '0.3'],
    ['1.5E-7', '0.00000015'],
    ['2.0250101E7', '20250101'],
    ['-1e3', '-1000'],
    ['99999999999999.995', '100000000000000'],
    ['-0.0', '0'],
    ['10000101.0', '10000101'],
    ['12.50', '12.5'],
  ])('%s keeps its raw text and shows as %s', async (raw, text) => {
    expect((await cells(`<c><v>${raw}</v></c>`))[0]).toMatchObject({ kind: 'number', raw, text })
  })

  test('are exact as decimals', () => {
    expect(plainDecimal('12345678901234567890.5')).toBe('12345678901234567890.5')
    expect(plainDecimal('1E401')).toBeNull()
    expect(plainDecimal('.')).toBeNull()
  })

  test('show percent and leading zeros as Excel does', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="9"/><xf numFmtId="170"/></cellXfs>'
    const read = await cells(
      '<c s="0"><v>0.06</v></c><c s="0"><v>0.125</v></c><c s="1"><v>123</v></c>',
      styles,
    )
    expect(read.map((cell) => cell!.text)).toEqual(['6%', '12.5%', '00123'])
  })

  test('booleans, errors, invalid values', async () => {
    const read = await cells(
      '<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c><v>12x</v></c><c t="n"><v> 5 </v></c><c><v/></c>',
    )
    expect(read.map((cell) => `${cell!.kind}:${cell!.text}`)).toEqual([
      'boolean:TRUE',
      'error:#N/A',
      'error:bad_number',
      'number:5',
    ])
  })

  test('a formula gives its result, or an error if it was never computed', async () => {
    const read = await cells(
      '<c><f>1+1</f><v>2</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>A1</f></c><c><f>A1</f><v></v></c><c t="str"><f>A9</f><v></v></c><c t="str"><f>A9</f></c>',
    )
    expect(Array.from(read, (cell) => cell && `${cell.kind}:${cell.text}`)).toEqual([
      'number:2',
      'error:#DIV/0!',
      'error:no_result',
      'error:no_result',
      undefined,
      'error:no_result',
    ])
  })
})

describe('dates', () => {
  test.each([
    ['yyyy"年"m"月"d"日"', 'date'],
    ['[$-804]yyyy"年"m"月"d"日";@', 'date'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
    ['[DBNum1][$-804]m"月"d"日"', 'date'],
    ['yyyy\\-mm\\-dd', 'date'],
    ['m/d/yy h:mm', 'date'],
    ['mmm-yy', 'date'],
    ['aaaa', 'date'],
    ['[$-411]ggge"年"', 'date'],
    ['#,##0.00', 'number'],
    ['General', 'number'],
    ['G/通用格式', 'number'],
    ['#,##0.00_);[Red]\\(#,##0.00\\)', 'number'],
    ['[Red]0.00', 'number'],
    ['[>=10000]0.00"days";0', 'number'],
    ['0"yyyy-mm-dd"', 'number'],
    ['0\\d', 'number'],
    ['0.00E+00', 'number'],
    ['"¥"#,##0.00', 'number'],
    ['0;yyyy', 'number'],
    ['h:mm:ss', 'number'],
    ['[h]:mm', 'number'],
    ['mm:ss.0', 'number'],
    ['h:mm AM/PM', 'number'],
    ['上午/下午h"时"mm"分"', 'number'],
    ['0.00%', 'percent'],
    ['@', 'number'],
    ['0', 'number'],
    ['"', 'number'],
  ])('the format %s makes a %s', (code, kind) => {
    expect(classifyFormat(code).kind).toBe(kind)
  })

  test.each([
    ['"$"#,##0.00', '$'],
    ['$#,##0.00', '$'],
    ['[$HK$-C04]#,##0.00', 'HK$'],
    ['[$€-2] #,##0.00', '€'],
    ['#,##0.00\\ [$€-407]', '€'],
    ['[$USD] #,##0.00', 'USD'],
    ['#,##0.00"美元"', '美元'],
    ['[$¥-411]#,##0', '日元'],
    ['#,##0.00"万元"', '万元'],
    ['0.00"亿"', '亿'],
    ['#,##0,"万"', '万'],
    // Of our own money, or divided by the format itself.
    ['"¥"#,##0.00', undefined],
    ['[$¥-804]#,##0.00', undefined],
    ['[$￥-zh-CN]#,##0.00', undefined],
    ['[$CNY] #,##0.00', undefined],
    ['#,##0.00"元"', undefined],
    ['#,##0,"千元"', undefined],
    ['0!.0,"万"', undefined],
    ['0!.0000"万元"', undefined],
    ['0.00,,"百万"', undefined],
    ['[>=10000]0.00"days";0', undefined],
    ['_ * #,##0.00_ ;_ * -#,##0.00_ ;_ * "-"??_ ;_ @_ ', undefined],
  ])('the format %s shows the unit %s', (code, unit) => {
    expect(classifyFormat(code)).toMatchObject(unit === undefined ? {} : { unit })
    if (unit === undefined) expect(classifyFormat(code)).not.toHaveProperty('unit')
  })

  const styles =
    '<numFmts count="1"><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="176"/></cellXfs>'
  const day = async (cell: string, properties = '') =>
    (await rowsOf(makeBook({ sheet: `<row r="1">${cell}</row>`, styles, properties })))[0]!.cells[0]!

  test.each([
    ['<c s="1"><v>46119</v></c>', '2026-04-07', '2026-04-07'],
    ['<c s="2"><v>46119.75</v></c>', '2026-04-07', '2026-04-07 18:00:00'],
    ['<c s="1"><v>46118.9999999999</v></c>', '2026-04-07', '2026-04-07'],
    ['<c s="1"><v>59</v></c>', '1900-02-28', '1900-02-28'],
    ['<c s="1"><v>61</v></c>', '1900-03-01', '1900-03-01'],
    ['<c s="1"><v>2958465</v></c>', '9999-12-31', '9999-12-31'],
    ['<c t="d"><v>2026-04-07</v></c>', '2026-04-07', '2026-04-07'],
    ['<c t="d"><v>2026-04-07T18:30:00.000Z</v></c>', '2026-04-07', '2026-04-07 18:30:00'],
  ])('%s', async (cell, date, text) => {
    expect(await day(cell)).toMatchObject({ kind: 'date', date, text })
  })

  test.each([
    '<c s="1"><v>60</v></c>',
    '<c s="1"><v>0</v></c>',
    '<c s="1"><v>-1</v></c>',
    '<c s="1"><v>2958466</v></c>',
    '<c t="d"><v>2026-02-30</v></c>',
  ])('%s does not exist', async (cell) => {
    expect(await day(cell)).toMatchObject({ kind: 'error', text: 'no_such_day' })
  })

  test('the calendar of 1904', async () => {
    const old = '<workbookPr date1904="1"/>'
    expect((await day('<c s="1"><v>44657</v></c>', old)).date).toBe('2026-04-07')
    expect((await day('<c s="1"><v>0</v></c>', old)).date).toBe('1904-01-01')
  })

  test('a five-digit number without a date format has the day it would be, by the epoch of its workbook', async () => {
    expect(await day('<c><v>46119</v></c>')).toMatchObject({ kind: 'number', date: '2026-04-07' })
    expect((await day('<c><v>44657</v></c>', '<workbookPr date1904="1"/>')).date).toBe('2026-04-07')
    expect((await day('<c><v>4461</v></c>')).date).toBeUndefined()
  })

  test('without styles a number is no date', async () => {
    const rows = await rowsOf(makeBook({ sheet: '<row r="1"><c s="1"><v>46119</v></c></row>', styles: null }))
    expect(rows[0]!.cells[0]!.kind).toBe('number')
  })
})

describe('layout', () => {
  const n = (value: number, reference = '') => `<c${reference && ` r="${reference}"`}><v>${value}</v></c>`

  test('missing references of cells and rows', async () => {
    const sheet = `<row>${n(1)}${n(2)}${n(3, 'D1')}${n(4)}</row><row r="3">${n(5)}</row><row>${n(6)}</row><row>${n(7, 'B9')}</row>`
    expect(await briefly(makeBook({ sheet }))).toEqual([
      [1, 'number:1', 'number:2', null, 'number:3', 'number:4'],
      [3, 'number:5'],
      [4, 'number:6'],
      [9, null, 'number:7'],
    ])
  })

  test('blank rows are omitted anywhere; the dimension may be wrong', async () => {
    const blank = '<c s="1"/><c t="inlineStr"><is><t xml:space="preserve"> </t></is></c>'
    const sheet =
      `<?xml version="1.0"?><worksheet><dimension ref="A1:B2"/><sheetData><row r="2">${blank}</row><row r="5">${n(1)}</row>` +
      `<row r="7">${blank}</row><row r="1048576"/></sheetData><mergeCells><mergeCell ref="A5:A7"/></mergeCells></worksheet>`
    expect(await briefly(makeBook({ sheet }))).toEqual([[5, 'number:1']])
    expect(await withFile(makeBook({ sheet }), countRows)).toBe(3)
  })

  test('prefixed names, comments and elements of the same name elsewhere', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:y="y"><x:sheetData><!-- <x:row> > --><?pi >?>' +
      '<x:row r="1" y:r="9"><x:c r="A1" y:t="s" t="inlineStr"><x:is><x:t>a</x:t></x:is><x:extLst><x:ext><y:v>9</y:v></x:ext></x:extLst></x:c>' +
      `<x:c r='B1'   s = "0" ><x:v>2</x:v></x:c></x:row></x:sheetData><x:extLst><x:row r="5"><x:c><x:v>1</x:v></x:c></x:row></x:extLst></x:worksheet>`
    expect(await briefly(makeBook({ sheet }))).toEqual([[1, 'text:a', 'number:2']])
  })

  test.each(['utf16le', 'utf16be', 'bom', 'utf16le-no-bom'])('encoding %s', async (encoding) => {
    const xml = `<?xml version="1.0" encoding="${encoding === 'bom' ? 'UTF-8' : 'UTF-16'}"?><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>付款💰</t></is></c></row></sheetData></worksheet>`
    const wide = Buffer.from(encoding.endsWith('no-bom') ? xml : `\ufeff${xml}`, 'utf16le')
    const sheet =
      encoding === 'bom' ? Buffer.from(`\ufeff${xml}`) : encoding === 'utf16be' ? wide.swap16() : wide
    expect(await briefly(makeBook({ sheet }))).toEqual([[1, 'text:付款💰']])
  })

  test.each([
    '/xl/worksheets/sheet1.xml',
    'worksheets/sheet1.xml',
    './worksheets/../worksheets/sheet1.xml',
    'worksheets\\sheet1.xml',
    'Worksheets/Sheet1.xml',
  ])('target %s', async (target) => {
    expect(await briefly(makeBook({ sheet: `<row>${n(1)}</row>`, target }))).toEqual([[1, 'number:1']])
  })

  test('the first visible worksheet is read; charts and hidden sheets are not', async () => {
    const sheets =
      '<sheet name="图" sheetId="3" r:id="c1"/><sheet name="藏" sheetId="1" state="hidden" r:id="s2"/><sheet name="一" sheetId="2" r:id="s1"/>'
    const extra = [{ name: 'xl/worksheets/sheet2.xml', data: '<worksheet><sheetData/></worksheet>' }]
    expect(await briefly(makeBook({ sheet: `<row>${n(1)}</row>`, sheets, extra }))).toEqual([[1, 'number:1']])
  })

  test('columns beyond the limit are ignored', async () => {
    const rows = await rowsOf(
      makeBook({ sheet: `<row r="1">${n(1, 'A1')}${n(2, 'GR1')}${n(3, 'GS1')}${n(4, 'XFD1')}</row>` }),
    )
    expect(rows[0]!.cells).toHaveLength(200)
  })

  test('stored entries, and parts in any order', async () => {
    const parts = bookParts({ sheet: `<row>${n(1)}</row>` })
      .reverse()
      .map((part) => ({ ...part, stored: true }))
    expect(await briefly(makeZip(parts))).toEqual([[1, 'number:1']])
  })
})
