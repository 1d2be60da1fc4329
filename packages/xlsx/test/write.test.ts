import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { depth } from '../../../scripts/depth.ts'
import { escapeText, unescapeText } from '../src/text.ts'
import { type CellValue, type ColumnKind, type OutSheet, writeSheet } from '../src/write.ts'
import { cellXml, STYLE } from '../src/write-cells.ts'
import { STYLES_XML } from '../src/write-parts.ts'
import { briefly, rowsOf } from './sheets.ts'

const one = (kind: ColumnKind, ...values: CellValue[]): OutSheet[] => [
  { name: '表', columns: [{ title: '列', kind }], rows: values.map((value) => [value]) },
]
const written = (sheets: OutSheet[], rowsPerSheet?: number) => buffer(writeSheet(sheets, { rowsPerSheet }))
/** The cells below the header, read back. */
const cellsOf = async (sheets: OutSheet[]) =>
  (await rowsOf(await written(sheets))).slice(1).map(({ cells }) => cells[0]!)

describe('cells', () => {
  test('text is never a formula and is read back unchanged', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '_x0041_',
      '_x005F_',
      'a\r\nb',
      ' 两边 ',
      '<&>"\'',
      '\u0001',
      '💰',
      '00123',
      '1E5',
      'a\tb',
    ]
    const cells = await cellsOf(one('text', ...texts))
    expect(cells.map(({ kind, text }) => [kind, text])).toEqual(texts.map((text) => ['text', text]))
  })

  test('another reader sees no formula either', async () => {
    const book = await readXlsx(await written(one('text', '=1+1')))
    expect(book.sheets[0]!.rows[1]).toEqual(['=1+1'])
  })

  test('any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
          { minLength: 1 },
        ),
        async (texts) => {
          expect((await cellsOf(one('text', ...texts))).map(({ text }) => text)).toEqual(texts)
        },
      ),
      { numRuns: depth(12, 50) },
    )
    fc.assert(fc.property(fc.string(), (text) => unescapeText(escapeText(text)) === text))
  })

  test('a percentage is a number, shown by the format 0.00%', async () => {
    const [half] = await cellsOf(one('percent', '0.500000'))
    expect([half?.kind, half?.raw]).toEqual(['number', '0.500000'])
    expect(cellXml('0.5', 'percent', 'A1')).toContain(`s="${STYLE.percent}"`)
    expect(STYLES_XML.match(/<xf [^>]*>/g)?.at(STYLE.percent + 1)).toContain('numFmtId="10"')
  })

  test('money is an exact number up to 15 digits, and exact text beyond', async () => {
    const fens = [0n, 1n, -5n, 123450n, 999_999_999_999_999n, -999_999_999_999_999n, 9_007_199_254_740_993n]
    const cells = await cellsOf(one('money', ...fens))
    expect(cells.map(({ kind }) => kind)).toEqual([...Array(6).fill('number'), 'text'])
    expect(cells.map(({ raw }) => raw)).toEqual([
      '0.00',
      '0.01',
      '-0.05',
      '1234.50',
      '9999999999999.99',
      '-9999999999999.99',
      '90071992547409.93',
    ])
  })

  test('any amount is read back to the hundredth', async () => {
    const amounts = fc.array(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), {
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(amounts, async (fens) => {
        const read = (await cellsOf(one('money', ...fens))).map(({ raw }) => raw)
        expect(read.map((raw) => BigInt(raw.replace('.', '')))).toEqual(fens)
        for (const raw of read) expect(raw).toMatch(/^-?\d+\.\d\d$/)
      }),
      { numRuns: depth(12, 50) },
    )
  })

  test('dates', async () => {
    const days = ['1900-01-01', '1900-02-28', '1900-03-01', '2026-02-28', '9999-12-31']
    expect((await cellsOf(one('date', ...days))).map(({ kind, date }) => [kind, date])).toEqual(
      days.map((day) => ['date', day]),
    )
    const odd = ['1899-12-31', '2026-02-30', '待定']
    expect((await cellsOf(one('date', ...odd))).map(({ kind, text }) => [kind, text])).toEqual(
      odd.map((day) => ['text', day]),
    )
  })

  test('numbers and empty cells', async () => {
    const sheets: OutSheet[] = [
      {
        name: '表',
        columns: [
          { title: '甲', kind: 'number' },
          { title: '乙', kind: 'money' },
        ],
        rows: [
          [1.5, '合计'],
          ['0.3333', null],
          [12345678901234567890n, undefined],
          ['', 1n],
        ],
      },
    ]
    expect(await briefly(await written(sheets))).toEqual([
      [1, 'text:甲', 'text:乙'],
      [2, 'number:1.5', 'text:合计'],
      [3, 'number:0.3333'],
      [4, 'text:12345678901234567890'],
      [5, null, 'number:0.01'],
    ])
  })
})

describe('sheets', () => {
  test('the header is frozen and bold, money and dates have formats', async () => {
    const sheets: OutSheet[] = [
      {
        name: '付款',
        columns: [
          { title: '金额', kind: 'money', width: 14 },
          { title: '时间', kind: 'date' },
        ],
        rows: [[150n, '2026-01-02']],
      },
    ]
    const {
      sheets: [sheet],
    } = await readXlsx(await written(sheets), { readStyles: true })
    expect(sheet!.freezePane).toMatchObject({ rows: 1 })
    expect(sheet!.cells!.get('0,0')!.style!.font!.bold).toBe(true)
    expect(sheet!.cells!.get('1,0')!.style!.numFmt).toBe('#,##0.00')
    expect(sheet!.rows[1]).toEqual([1.5, new Date('2026-01-02')])
    expect(sheet!.columns![0]!.width).toBe(14)
  })

  test('rows fold below their heads, which are bold', async () => {
    const [sheet] = (
      await readXlsx(
        await written([
          {
            name: '预算',
            columns: [
              { title: '科目', kind: 'text' },
              { title: '金额', kind: 'money' },
            ],
            rows: [
              ['1000', 3n],
              ['1001', 3n],
              ['合计', 3n],
            ],
            outline: {
              depth: 1,
              of: ([name]) => ({ depth: name === '1001' ? 1 : 0, head: name !== '1001' }),
            },
          },
        ]),
        { readStyles: true },
      )
    ).sheets
    expect([1, 2, 3].map((row) => sheet?.rowDefs?.get(row)?.outlineLevel)).toEqual([undefined, 1, undefined])
    const boldOf = (row: number) => [0, 1].map((at) => sheet?.cells?.get(`${row},${at}`)?.style?.font?.bold)
    expect([1, 2, 3].map(boldOf)).toEqual([
      [true, true],
      [undefined, undefined],
      [true, true],
    ])
    expect(sheet?.cells?.get('1,1')?.style?.numFmt).toBe('#,##0.00')
    expect(sheet?.outlineProperties).toEqual({ summaryBelow: false })
  })

  test('continues in a second sheet, with the header again', async () => {
    const book = await readXlsx(await written(one('text', '1', '2', '3', '4'), 3))
    expect(book.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['表', 3],
      ['表 (2)', 3],
    ])
    const exact = await readXlsx(await written(one('text', '1', '2'), 3))
    expect(exact.sheets).toHaveLength(1)
  })

  test('several sheets, names that Excel allows, no rows at all', async () => {
    const sheet = (name: string): OutSheet => ({ name, columns: [{ title: 'a', kind: 'text' }], rows: [] })
    const book = await readXlsx(
      await written([sheet('a/b:c'), sheet('A_B_C'), sheet('长'.repeat(40)), sheet('')]),
    )
    expect(book.sheets.map(({ name }) => name)).toEqual(['a_b_c', 'A_B_C (2)', '长'.repeat(31), 'Sheet'])
  })

  test('rows are read on demand, and released when the reader stops', async () => {
    let taken = 0
    let closed = false
    async function* rows(): AsyncGenerator<CellValue[][]> {
      try {
        for (; taken < 1_000_000; taken++) yield [[`第${taken}行${Math.sin(taken)}`]]
      } finally {
        closed = true
      }
    }
    const stream = writeSheet([{ name: '表', columns: [{ title: '列', kind: 'text' }], rows: rows() }])
    await once(stream, 'readable')
    stream.destroy()
    await once(stream, 'close')
    await expect.poll(() => closed).toBe(true)
    expect(taken).toBeLessThan(200_000)
  })

  test('an error of the rows reaches the reader', async () => {
    async function* rows(): AsyncGenerator<CellValue[][]> {
      yield [['1'], ['2']]
      yield []
      throw new Error('the query failed')
    }
    await expect(
      written([{ name: '表', columns: [{ title: '列', kind: 'text' }], rows: rows() }]),
    ).rejects.toThrow('the query failed')
  })
})

test('a drop-down from the range of a hidden sheet', async () => {
  const book = await readXlsx(
    await written([
      {
        name: 'Data',
        columns: [
          { title: 'a', kind: 'text' },
          {
            title: 'b',
            kind: 'text',
            choices: { range: "'Lists'!$A$2:$A$4", errorTitle: '<Wrong>', error: 'One of the "list"' },
          },
        ],
        rows: [],
      },
      { name: 'Lists', columns: [{ title: 'b', kind: 'text' }], rows: [['x'], ['y'], ['z']], hidden: true },
    ]),
  )
  expect(book.sheets[0]!.dataValidations).toMatchObject([
    {
      type: 'list',
      range: 'B2:B1048576',
      formula1: "'Lists'!$A$2:$A$4",
      errorTitle: '<Wrong>',
      errorMessage: 'One of the "list"',
    },
  ])
  expect(book.sheets[1]!.hidden).toBe(true)
})
